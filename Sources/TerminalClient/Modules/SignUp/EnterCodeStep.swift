internal import Terminal
internal import Text

/// The code that the owner was shown, or his key.
struct EnterCodeStep<Input: EnterCodeInput>: FlowStep {
    let title = "Code"

    func input(for action: Action) -> Input? {
        switch action {
        case .enter: .codeEntered
        case .back: .wentBack
        default: nil
        }
    }

    /// A code has no letters: they are keys here.
    func input(for edit: TextEdit) -> Input? {
        edit == .insert("r") ? .anotherCodeWanted : .codeEdited(edit)
    }

    func draw(_ output: any EnterCodeOutput, rows: Int, columns: Int) -> Frame {
        var form = Form(columns: columns)
        form.add(.useful, "A code for \(output.device)", style: .bold)
        form.add(
            .explaining,
            "The owner's notifications show it now, and deeplinkctl enroll. Type it here; or the owner presses a there.",
            style: .dim)
        form.addAir()
        form.add(.needed, Line("Code  ", style: .dim) + output.code.shown(max(1, form.width - 6)))
        if let text = output.problem {
            form.add(.needed, text, style: .bold)
        } else {
            form.add(.useful, output.isWaiting ? "asking …" : "")
        }
        form.add(.needed, time(output))
        form.addAir()
        form.add(.useful, another(output))
        form.add(.explaining, "Esc back to the name · Ctrl-C quits", style: .dim)
        return form.draw(rows: rows, columns: columns)
    }

    private func time(_ output: any EnterCodeOutput) -> String {
        guard output.secondsLeft > 0 else { return "no code is good now" }
        let tries = output.triesLeft.map { $0 == 1 ? " · 1 try left" : " · \($0) tries left" } ?? ""
        return clock(output.secondsLeft) + " left" + tries
    }

    private func another(_ output: any EnterCodeOutput) -> Line {
        let text = Line("r", style: .bold) + Line(" another code")
        if output.resendSeconds == 0 { return text }
        return output.resendSeconds > 3_600
            ? Line() : (Line("r another code in ") + Line(clock(output.resendSeconds))).styled(.dim)
    }

    private func clock(_ seconds: Int) -> String {
        "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
