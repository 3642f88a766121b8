internal import Terminal
internal import Text

/// What this device is to be called, and whose notifications it wants.
struct EnterNameStep<Input: EnterNameInput>: FlowStep {
    let title = "Name"

    func input(for action: Action) -> Input? {
        switch action {
        case .enter: .nameEntered
        // Tab is one key with Ctrl-I.
        case .jumpForward, .up, .down: .fieldChanged
        default: nil
        }
    }

    func input(for edit: TextEdit) -> Input? { .nameEdited(edit) }

    func draw(_ output: any EnterNameOutput, rows: Int, columns: Int) -> Frame {
        var form = Form(columns: columns)
        form.add(.useful, output.isLogin ? "Log in" : "Sign up", style: .bold)
        form.add(.explaining, explanation(output), style: .dim)
        form.addAir()
        addFields(output, to: &form)
        form.addAir()
        if let text = output.nameFault ?? output.problem {
            form.add(.needed, text, style: .bold)
        } else {
            form.add(.useful, output.isWaiting ? "asking …" : "")
        }
        form.add(.useful, Line("Enter", style: .bold) + Line(" asks for a code"))
        let others = output.isOwnerFixed ? "" : "Tab to the other field · "
        form.add(.explaining, "\(others)Ctrl-C quits", style: .dim)
        return form.draw(rows: rows, columns: columns)
    }

    private func explanation(_ output: any EnterNameOutput) -> String {
        output.isLogin
            ? "This device's token for \(output.remote) is not taken any more. Its owner is asked to let it in again."
            : "Nobody is let in from here at \(output.remote). Its owner is asked to let this device in."
    }

    private func addFields(_ output: any EnterNameOutput, to form: inout Form) {
        let width = form.width - Self.label.count
        let name = output.isOwnerSelected ? Line(output.name.text) : output.name.shown(width)
        form.add(.needed, Line(Self.label, style: .dim) + name)
        if output.isOwnerFixed {
            return form.add(.useful, Line("Owner   ", style: .dim) + Line(output.owner.text))
        }
        let owner = output.isOwnerSelected ? output.owner.shown(width) : Line(output.owner.text)
        let hint = Line(output.owner.text.isEmpty ? "(if it serves many)" : "", style: .dim)
        let line = Line("Owner   ", style: .dim) + owner + (output.isOwnerSelected ? Line(" ") : Line())
        form.add(output.isOwnerSelected ? .needed : .useful, (line + hint).prefix(columns: form.width))
    }

    private static var label: String { "Device  " }
}
