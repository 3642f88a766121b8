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
