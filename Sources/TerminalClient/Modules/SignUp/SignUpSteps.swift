internal import Text
internal import Wire

// What each step sees of the one view model: its own inputs, its own outputs, and nothing of the other steps'.

/// What can be done while a name is entered.
protocol EnterNameInput {
    static func nameEdited(_ edit: TextEdit) -> Self
    /// From the device's name to the owner's and back.
    static var fieldChanged: Self { get }
    static var nameEntered: Self { get }
}

/// What is shown while a name is entered.
protocol EnterNameOutput {
    var isLogin: Bool { get }
    /// The socket behind which the daemon is.
    var remote: String { get }
    var name: TextField { get }
    var owner: TextField { get }
    /// The owner was named on the command line.
    var isOwnerFixed: Bool { get }
    var isOwnerSelected: Bool { get }
    /// What is wrong with the name as it stands.
    var nameFault: String? { get }
    var problem: String? { get }
    var isWaiting: Bool { get }
}

/// What can be done while the code is awaited.
protocol EnterCodeInput {
    static func codeEdited(_ edit: TextEdit) -> Self
    static var codeEntered: Self { get }
    static var anotherCodeWanted: Self { get }
    static var wentBack: Self { get }
}

/// What is shown while the code is awaited.
protocol EnterCodeOutput {
    var device: String { get }
    var code: TextField { get }
    /// Until the code is of no use; 0: it is of none.
    var secondsLeft: Int { get }
    /// Until another may be asked for.
    var resendSeconds: Int { get }
    /// nil: none was wrong yet.
    var triesLeft: Int? { get }
    var problem: String? { get }
    var isWaiting: Bool { get }
}

/// What can be done while the tabs are chosen.
protocol ChooseTabsInput {
    static func tabMoved(_ distance: Int) -> Self
    static var tabToggled: Self { get }
    static var tabsChosen: Self { get }
}

/// What is shown while the tabs are chosen.
protocol ChooseTabsOutput {
    var device: String { get }
    var inbox: String { get }
    var tabs: [SignUpViewModel.TabChoice] { get }
    var selectedTab: Int { get }
    var problem: String? { get }
    var isWaiting: Bool { get }
}
