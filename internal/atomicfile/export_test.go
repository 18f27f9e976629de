package atomicfile

// Forget makes the next write look through a folder once more, as another run
// would.
func Forget(folder string) { swept.Delete(folder) }
