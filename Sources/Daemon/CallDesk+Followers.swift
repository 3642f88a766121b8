internal import InboxStore
internal import Wire

/// Followers: who they are, and their end.
extension CallDesk {
    func followers(of inbox: UInt32) throws -> FollowersList.Answer {
        FollowersList.Answer(
            followers: try store.followers(inbox: inbox).map { follower in
                FollowerSummary(
                    name: follower.name, cursor: follower.position,
                    behind: try store.eventCount(inbox: inbox, after: follower.position),
                    isAttached: delivery.followers.isAttached(follower), silentDays: follower.silentDays)
            })
    }

    /// Whoever is here under its name is told so and closed: what it acknowledged from here on would be stored nowhere.
    func take(_ remove: FollowersRemove, in inbox: UInt32, _ effects: inout Effects) throws -> Nothing {
        guard try store.removeFollower(inbox: inbox, name: remove.follower) else {
            throw WireError(.notFound, "your inbox has no follower \(remove.follower)", field: "follower")
        }
        let follower = Follower(inbox: inbox, name: remove.follower)
        effects.removedFollowers.append(follower)
        let coming = effects.attached.filter {
            $0.follower?.inbox == inbox && $0.follower?.name == remove.follower
        }
        for peer in delivery.followers.peers(of: follower) + coming.map(\.peer) {
            effects.closing.append((peer, "the owner removed this follower"))
        }
        return Nothing()
    }
}
