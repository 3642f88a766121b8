// Tells a program's text from its escape sequences, as a terminal would (ECMA-48, 7-bit and 8-bit forms), but keeps
// only one kind of them: colours and attributes.

/// A state machine over scalars. It holds at most `parameterLimit` characters, whatever a program prints.
struct EscapeFilter {
    /// What a scalar means.
    enum Meaning: Equatable {
        case text(Unicode.Scalar)
        /// A C0 control outside of a sequence.
        case control(Unicode.Scalar)
        /// The parameters of `CSI … m`.
        case rendition(String)
        /// Part of a sequence, or a control that shows nothing.
        case nothing
    }

    /// A `CSI` with more parameter characters is dropped.
    static let parameterLimit = 128

    private enum State: Equatable {
        case text
        case escape
        case control(parameters: String, dropped: Bool)
        /// OSC, DCS, SOS, PM, APC: up to BEL or ST, or to the end of the line.
        case string
        case stringEscape
    }

    private var state = State.text

    mutating func take(_ scalar: Unicode.Scalar) -> Meaning {
        switch (scalar.value, state) {
        case (0x0A, _):
            // A sequence that its program never ended hides the rest of its line and no more.
            state = .text
            return .control(scalar)
        case (0x18, _), (0x1A, _):
            state = .text
            return .nothing
        case (0x1B, .string):
            state = .stringEscape
            return .nothing
        case (0x1B, _):
            state = .escape
            return .nothing
        case (0x80...0x9F, _):
            state = Self.introduced(by: scalar.value)
            return .nothing
        default:
            return continueState(scalar)
        }
    }

    private mutating func continueState(_ scalar: Unicode.Scalar) -> Meaning {
        switch state {
        case .text:
            return scalar.value < 0x20 || scalar.value == 0x7F ? .control(scalar) : .text(scalar)
        case .escape:
            return continueEscape(scalar)
        case .control(let parameters, let dropped):
            return continueControl(scalar, parameters, dropped)
        case .string:
            state = scalar.value == 0x07 ? .text : .string
            return .nothing
        case .stringEscape:
            // ESC \ ends the string; any other ESC ends it too and begins a sequence of its own.
            state = .escape
            return continueEscape(scalar)
        }
    }

    private mutating func continueEscape(_ scalar: Unicode.Scalar) -> Meaning {
        switch scalar.value {
        case 0x20...0x2F:
            break
        case 0x40...0x5F:
            state = Self.introduced(by: scalar.value + 0x40)
        default:
            state = .text
        }
        return .nothing
    }

    private mutating func continueControl(_ scalar: Unicode.Scalar, _ parameters: String, _ dropped: Bool) -> Meaning {
        switch scalar.value {
        case 0x20...0x3F:
            let full = parameters.utf8.count >= Self.parameterLimit
            let odd = !(0x30...0x3B).contains(scalar.value)
            state = .control(
                parameters: full ? parameters : parameters + String(scalar), dropped: dropped || full || odd)
            return .nothing
        case 0x6D where !dropped:
            state = .text
            return .rendition(parameters)
        case 0x40...0x7E:
            state = .text
            return .nothing
        case 0x00...0x1F, 0x7F:
            return .nothing
        default:
            // No part of any sequence: the program's text goes on.
            state = .text
            return .text(scalar)
        }
    }

    /// The state after a C1 control (or ESC and its 7-bit letter).
    private static func introduced(by control: UInt32) -> State {
        switch control {
        case 0x9B: .control(parameters: "", dropped: false)
        case 0x90, 0x98, 0x9D...0x9F: .string
        default: .text
        }
    }
}
