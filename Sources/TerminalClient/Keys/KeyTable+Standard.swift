extension KeyTable {
    /// The keys out of the box. Never among them: what tmux, screen, flow control or the terminal itself takes first.
    static let standard: KeyTable = {
        do throws(Fault) { return try KeyTable(standardBindings) } catch {
            preconditionFailure("the standard keys are ours: \(error)")
        }
    }()

    private static let standardBindings: [Binding] =
        [
            Binding(keys: ["0"], action: .notifications, help: "notification view"),
            Binding(keys: ["1"], action: .tab(0), help: "tabs; again: the tab's root"),
        ]
        + (2...9).map { Binding(keys: [String($0)], action: .tab($0 - 1), help: "") }
        + [
            Binding(keys: ["["], action: .previousTab, help: "tab before, tab after"),
            Binding(keys: ["]"], action: .nextTab, help: ""),
            Binding(keys: ["o"], action: .openBanner, help: "open the banner"),
            Binding(keys: ["x"], action: .hideBanner, help: "hide the banner"),
            Binding(keys: ["X"], action: .hideBanners, help: "hide all banners"),
            Binding(keys: ["Enter"], action: .enter, help: "open, push"),
            Binding(keys: ["Esc", "Backspace"], action: .back, help: "back"),
            Binding(keys: ["q"], action: .backOrQuit, help: "back; at a root: quit"),
            Binding(keys: ["Q"], action: .quit, help: "quit"),
            Binding(keys: ["C-o"], action: .jumpBack, help: "back and forward across jumps"),
            Binding(keys: ["Tab"], action: .jumpForward, help: ""),
            Binding(keys: ["j", "↓"], action: .down, help: "down, up"),
            Binding(keys: ["k", "↑"], action: .up, help: ""),
            Binding(keys: ["PgDn", "Space"], action: .pageDown, help: "a page down, up"),
            Binding(keys: ["PgUp"], action: .pageUp, help: ""),
            Binding(keys: ["g", "Home"], action: .top, help: "first, last"),
            Binding(keys: ["G", "End"], action: .bottom, help: ""),
            Binding(keys: ["←"], action: .left, help: "scroll sideways"),
            Binding(keys: ["→"], action: .right, help: ""),
            Binding(keys: ["w"], action: .wrap, help: "wrap long lines, or not"),
            Binding(keys: ["/"], action: .search, help: "filter a list, search a text"),
            Binding(keys: ["n"], action: .nextMatch, help: "match after, match before"),
            Binding(keys: ["N"], action: .previousMatch, help: ""),
            Binding(keys: ["m"], action: .read, help: "mark as read"),
            Binding(keys: ["M"], action: .readAll, help: "mark all of a list as read"),
            Binding(keys: ["d"], action: .dismiss, help: "dismiss"),
            Binding(keys: ["u"], action: .undo, help: "undo the last mark or dismissal"),
            Binding(keys: ["r"], action: .refresh, help: "refresh"),
            Binding(keys: ["f"], action: .follow, help: "follow a command's output, or not"),
            Binding(keys: ["y"], action: .yank, help: "copy the link of this place"),
            Binding(keys: ["e"], action: .editor, help: "this text in your editor"),
            Binding(keys: ["a"], action: .approve, help: "let a device in that asks for it"),
            Binding(keys: ["D"], action: .deny, help: "let that device not in"),
            Binding(keys: ["C-c"], action: .interrupt, help: "interrupt this screen's command"),
            Binding(keys: ["C-l"], action: .redraw, help: "redraw"),
            Binding(keys: ["C-z"], action: .suspend, help: "suspend"),
            Binding(keys: ["?"], action: .help, help: "this help"),
            Binding(keys: ["s"], action: .startDaemon, help: "start a daemon where there is none"),
        ]
}
