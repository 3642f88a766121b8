internal import Terminal
internal import Text

/// Which tabs' cells this device is told of.
struct ChooseTabsStep<Input: ChooseTabsInput>: FlowStep {
    let title = "Tabs"

    func input(for action: Action) -> Input? {
        switch action {
        case .enter: .tabsChosen
        case .up: .tabMoved(-1)
        case .down: .tabMoved(1)
        case .pageUp: .tabMoved(-9)
        case .pageDown: .tabMoved(9)
        default: nil
        }
    }

    func input(for edit: TextEdit) -> Input? {
        switch edit {
        case .insert(" "), .insert("x"): .tabToggled
        case .insert("j"): .tabMoved(1)
        case .insert("k"): .tabMoved(-1)
        case .home: .tabMoved(-.max)
        case .end: .tabMoved(.max)
        default: nil
        }
    }

    /// The list takes what the other rows leave; the selected tab is always among those seen.
    func draw(_ output: any ChooseTabsOutput, rows: Int, columns: Int) -> Frame {
        let room = max(1, rows - (rows > 12 ? 8 : 3))
        let first = max(0, min(output.selectedTab - room + 1, output.tabs.count - room))
        var form = Form(columns: columns)
        form.add(.useful, "\(output.device) is let in", style: .bold)
        form.add(
            .explaining, "It shows all of \(output.inbox)'s notifications. Which tabs may raise a banner?", style: .dim)
        form.addAir()
        for (index, tab) in output.tabs.enumerated().dropFirst(first).prefix(room) {
            let line = Line("[\(tab.isFollowed ? "x" : " ")] ") + Line(tab.title)
            form.add(.needed, line.cut(to: form.width).styled(index == output.selectedTab ? .reverse : .plain))
        }
        form.addAir()
        if let text = output.problem { form.add(.needed, text, style: .bold) }
        form.add(
            .useful,
            output.isWaiting
                ? Line("coming in …")
                : Line("Enter", style: .bold) + Line(" goes on · ") + Line("Space", style: .bold) + Line(" changes"))
        return form.draw(rows: rows, columns: columns)
    }
}
