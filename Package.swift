// swift-tools-version: 6.2
// The targets of ARCHITECTURE.md, bottom up. Who may import whom is checked by scripts/check-imports.
import PackageDescription

let package = Package(
    name: "deeplinkd",
    products: [
        .library(name: "Routing", targets: ["Routing"]),
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "Client", targets: ["Client"]),
        .executable(name: "deeplinkd", targets: ["deeplinkd"]),
        .executable(name: "deeplinkctl", targets: ["deeplinkctl"]),
        .executable(name: "deeplink", targets: ["deeplink"]),
    ],
    targets: [
        // C doors: a module map and a shim.h, or a small C face over a C++ library.
        .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CPosix"),
        .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
        .target(name: "CToml"),
        .target(name: "CJson"),

        // Swift doors: the only targets that may say `unsafe`.
        .target(name: "Systemd", dependencies: ["CSystemd"]),
        .target(name: "Posix", dependencies: ["CPosix"]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "Terminal", dependencies: ["CNcurses", "Text"]),
        .target(name: "Text", dependencies: ["CUtf8proc"]),
        .target(name: "Sodium", dependencies: ["CSodium"]),
        .target(name: "Toml", dependencies: ["CToml"]),
        .target(name: "JSON", dependencies: ["CJson"]),

        // The pure core, and the wire.
        .target(name: "Routing"),
        .target(name: "Wire", dependencies: ["Routing", "JSON"]),

        // The middle.
        .target(name: "Intake", dependencies: ["Routing", "Wire", "JSON", "Text"]),
        .target(name: "InboxStore", dependencies: ["Routing", "JSON", "SQLite", "Posix", "Text"]),
        .target(name: "RouteConfiguration", dependencies: ["Routing", "Toml", "Posix"]),
        .target(name: "Client", dependencies: ["Routing", "Wire", "Posix"]),

        // The top: one library for each program.
        .target(
            name: "Daemon",
            dependencies: [
                "Systemd", "Posix", "Sodium", "Client", "Intake", "InboxStore", "RouteConfiguration", "Wire", "JSON",
                "Routing",
            ]),
        .target(
            name: "ControlTool",
            dependencies: ["Client", "RouteConfiguration", "Posix", "Text", "Wire", "JSON", "Routing"]),
        .target(
            name: "TerminalClient",
            dependencies: [
                "Client", "RouteConfiguration", "Systemd", "Posix", "Text", "Wire", "JSON", "Routing", "Terminal",
            ]),
        .executableTarget(name: "deeplinkd", dependencies: ["Daemon"]),
        .executableTarget(name: "deeplinkctl", dependencies: ["ControlTool"]),
        .executableTarget(name: "deeplink", dependencies: ["TerminalClient"]),

        // What `make bench` measures beside the programs.
        .executableTarget(
            name: "route-lookup", dependencies: ["Routing", "JSON", "Posix"], path: "Benchmarks/RouteLookup"),

        // Tests mirror Sources.
        .target(name: "TestSupport", dependencies: ["Posix"], path: "Tests/Helpers/TestSupport"),
        .executableTarget(name: "SystemdHelper", dependencies: ["Systemd"], path: "Tests/Helpers/SystemdHelper"),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", "Posix", "SystemdHelper"]),
        .testTarget(name: "PosixTests", dependencies: ["Posix"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
        .executableTarget(
            name: "screen-probe", dependencies: ["Terminal", "Text"], path: "Tests/Helpers/screen-probe"),
        .target(name: "TmuxHarness", dependencies: ["Posix"], path: "Tests/Helpers/TmuxHarness"),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "Text", "TmuxHarness", "screen-probe"]),
        .testTarget(name: "TextTests", dependencies: ["Text"]),
        .testTarget(name: "SodiumTests", dependencies: ["Sodium"]),
        .testTarget(name: "TomlTests", dependencies: ["Toml"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "RoutingTests", dependencies: ["Routing", "JSON", "Posix", "TestSupport"]),
        .target(name: "Transcript", dependencies: ["JSON", "Posix"], path: "Tests/Helpers/Transcript"),
        .testTarget(
            name: "WireTests", dependencies: ["Wire", "Routing", "JSON", "Posix", "TestSupport", "Transcript"]),
        .testTarget(name: "IntakeTests", dependencies: ["Intake", "Routing", "Wire", "JSON", "TestSupport"]),
        .executableTarget(
            name: "StoreWriter", dependencies: ["InboxStore", "Routing", "Posix"], path: "Tests/Helpers/StoreWriter"),
        .testTarget(
            name: "InboxStoreTests",
            dependencies: ["InboxStore", "Routing", "SQLite", "Posix", "StoreWriter", "TestSupport"],
            exclude: ["Files"]),
        .testTarget(name: "RouteConfigurationTests", dependencies: ["RouteConfiguration", "Routing", "Posix"]),
        .testTarget(name: "ClientTests", dependencies: ["Client", "Wire", "Routing", "JSON", "Posix"]),
        .target(name: "JournalReader", path: "Tests/Helpers/JournalReader"),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Daemon", "InboxStore", "RouteConfiguration", "Routing", "Systemd", "Wire", "JSON", "Posix", "Sodium",
                "JournalReader", "TestSupport", "Transcript",
            ]),
        .testTarget(
            name: "ControlToolTests",
            dependencies: ["ControlTool", "Client", "Routing", "Wire", "JSON", "Posix", "RouteConfiguration"]),
        .testTarget(
            name: "TerminalClientTests",
            dependencies: [
                "TerminalClient", "Client", "RouteConfiguration", "Systemd", "Terminal", "Text", "Routing", "Wire",
                "JSON", "Posix", "TestSupport", "TmuxHarness", "deeplink", "deeplinkctl", "deeplinkd",
            ],
            exclude: ["Goldens"]),
        .testTarget(
            name: "ModelTests",
            dependencies: [
                "TerminalClient", "Daemon", "Client", "InboxStore", "RouteConfiguration", "Systemd", "Terminal",
                "Routing", "Wire", "Posix", "TestSupport",
            ]),
        .executableTarget(
            name: "SocketGiver", dependencies: ["Posix"], path: "Tests/Helpers/SocketGiver"),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Posix", "JSON", "Routing", "Wire", "Client", "SQLite", "deeplinkd", "deeplinkctl", "deeplink",
                "SocketGiver", "TestSupport", "Transcript", "TmuxHarness",
            ]),
    ],
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    if ["CToml", "CJson"].contains(target.name) {
        continue
    }
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
