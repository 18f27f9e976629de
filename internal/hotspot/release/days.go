package release

import "slices"

// days are the days on which updates came out, and their numbers in 8, 11, 17, 21 and 25; 0:
// that release had not begun. The day of the first build of 17, 21 and 25 is its general availability.
//
//	https://wiki.openjdk.org/display/JDKUpdates/JDK11u (and JDK17u, JDK21u), https://wiki.openjdk.org/display/jdk8u/Main;
//	java -version prints the day from JDK 10 on: builds of 11.0.5, 7, 10, 13 and 24, of 17.0.2, 3, 7, 9 and 12, of
//	21.0.2, 4 and 8, and of 25.0.2 print these
var days = []struct {
	day     string
	updates [5]int
}{
	{"2018-10-16", [5]int{192, 1}}, {"2019-01-15", [5]int{202, 2}}, {"2019-04-16", [5]int{212, 3}}, {"2019-07-16", [5]int{222, 4}},
	{"2019-10-15", [5]int{232, 5}}, {"2020-01-14", [5]int{242, 6}}, {"2020-04-14", [5]int{252, 7}}, {"2020-07-14", [5]int{265, 8}},
	{"2020-10-20", [5]int{275, 9}}, {"2021-01-19", [5]int{282, 10}}, {"2021-04-20", [5]int{292, 11}}, {"2021-07-20", [5]int{302, 12}},
	{"2021-10-19", [5]int{312, 13, 1}}, {"2022-01-18", [5]int{322, 14, 2}}, {"2022-04-19", [5]int{332, 15, 3}}, {"2022-07-19", [5]int{345, 16, 4}},
	{"2022-10-18", [5]int{352, 17, 5}}, {"2023-01-17", [5]int{362, 18, 6}}, {"2023-04-18", [5]int{372, 19, 7}}, {"2023-07-18", [5]int{382, 20, 8}},
	{"2023-10-17", [5]int{392, 21, 9, 1}}, {"2024-01-16", [5]int{402, 22, 10, 2}}, {"2024-04-16", [5]int{412, 23, 11, 3}},
	{"2024-07-16", [5]int{422, 24, 12, 4}}, {"2024-10-15", [5]int{432, 25, 13, 5}}, {"2025-01-21", [5]int{442, 26, 14, 6}},
	{"2025-04-15", [5]int{452, 27, 15, 7}}, {"2025-07-15", [5]int{462, 28, 16, 8}}, {"2025-10-21", [5]int{472, 29, 17, 9, 1}},
	{"2026-01-20", [5]int{482, 30, 18, 10, 2}},
}

// NewestBy is the newest update of a release that had come out by a day, such as 2021-10-19. It
// reports false where that is not known: before the first day of the table, and from a quarter after the
// last on.
func NewestBy(jdk int, day string) (Update, bool) {
	const known = "2026-04-20"
	of := slices.Index([]int{8, 11, 17, 21, 25}, jdk)
	if of < 0 || day < days[0].day || day > known {
		return Update{}, false
	}
	newest := 0
	for _, d := range days {
		if d.day <= day {
			newest = d.updates[of]
		}
	}
	return Update{Number: newest}, true
}
