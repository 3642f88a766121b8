/// The version of these programs. The protocol's own versions are `WireLimits.versions`.
public enum Version {
    /// `0.1.0`, by semantic versioning; CHANGELOG.md tells what each brought.
    public static let text = "0.1.0"
}
