/// What the coordinator needs of the terminal besides frames.
protocol TerminalDriving: AnyObject {
    func bell()
    /// Puts a text on the terminal's clipboard.
    func copy(_ text: String)
    /// Draws everything anew.
    func repaint()
    /// Stops the program as Ctrl-Z does; returns when it goes on.
    func suspend()
    func quit()
}

/// The terminal while a program has it instead of the screens.
protocol TerminalLending: AnyObject {
    /// The terminal is as it was found, and its keys are no more read here.
    func lend()
    /// The screens have it again.
    func reclaim()
    /// The program's group was stopped: this one stops too, and both go on together.
    func suspend(with group: Int32)
}
