package yamldoc

// Parent is the collection that holds the node; nil for the root.
func (n *Node) Parent() *Node {
	if n == nil {
		return nil
	}
	return n.parent
}

// Key is the key whose value the node is; nil in a sequence, and for the root.
func (n *Node) Key() *Node {
	if n == nil {
		return nil
	}
	return n.key
}
