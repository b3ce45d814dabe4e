func terminalSafe(_ s: String) -> String { s }
