// Command attack runs jvmlint on inputs that nobody would write: mutants of the
// project's own cases, of files of your own, and charts that want to run for
// ever. Whatever it reads, jvmlint must end within bounds, with an exit code of
// its own and output that parses; what it writes must be whole, and a second run
// must write nothing.
//
//	go -C lab run ./attack -duration 2m -seed 1
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func main() {
	duration := flag.Duration("duration", 2*time.Minute, "how long to go on")
	seed := flag.Uint64("seed", 0, "repeats a run; 0: another each time")
	corpus := flag.String("corpus", "", "folder of files of your own to make mutants of")
	binary := flag.String("jvmlint", "", "binary to attack; by itself that of this checkout")
	keep := flag.String("keep", filepath.Join(os.TempDir(), "jvmlint-attack"), "folder for what has failed")
	flag.Parse()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	if err := run(*duration, *seed, *corpus, *binary, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1)
	}
}

// attacks are the ways to attack, each with its share of the rounds.
var attacks = []struct {
	name  string
	share int
	do    func(*attacker) error
}{
	{"outputs", 6, (*attacker).outputs},
	{"fixes", 4, (*attacker).fixes},
	{"advice", 4, (*attacker).advice},
	{"kills", 1, (*attacker).kills},
	{"charts", 4, (*attacker).charts},
}

// run attacks until the time is over. Its error says how many attacks have
// succeeded.
func run(duration time.Duration, seed uint64, corpus, binary, keep string) error {
	work, err := os.MkdirTemp("", "attack-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if binary == "" {
		binary = filepath.Join(work, "jvmlint")
		if out, err := exec.Command("go", "-C", "..", "build", "-o", binary, "./cmd/jvmlint").CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	projects, err := readProjects(corpus)
	if err != nil {
		return err
	}
	fmt.Printf("seed %d, %d projects\n", seed, len(projects))
	rounds, failed := map[string]int{}, 0
	end := time.Now().Add(duration)
	for round := uint64(0); time.Now().Before(end); round++ {
		a := &attacker{Rand: rand.New(rand.NewPCG(seed, round)), binary: binary, projects: projects, folder: filepath.Join(work, "project")}
		attack := attacks[a.share()]
		rounds[attack.name]++
		if err := attack.do(a); err != nil {
			failed++
			kept := filepath.Join(keep, fmt.Sprintf("%d-%d-%s", seed, round, attack.name))
			fmt.Printf("FAILED %s, round %d: %v\n  kept in %s\n", attack.name, round, err, kept)
			if err := keepFolder(a.folder, kept); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(a.folder); err != nil {
			return err
		}
	}
	fmt.Println("rounds:", rounds)
	if failed > 0 {
		return fmt.Errorf("%d attacks have succeeded", failed)
	}
	return nil
}

// share chooses an attack.
func (a *attacker) share() int {
	all := 0
	for _, attack := range attacks {
		all += attack.share
	}
	n := a.IntN(all)
	for i, attack := range attacks {
		if n -= attack.share; n < 0 {
			return i
		}
	}
	return 0
}

func keepFolder(folder, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(folder))
}
