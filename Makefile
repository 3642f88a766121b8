# deeplinkd: `make` alone lists what there is to make.
#
# Every target that builds installs what it needs first (`deps`), so that a fresh machine needs one command.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help deps build run test interleavings check format bench graph install uninstall clean build-deps

PREFIX ?= /usr/local
UNITDIR ?= $(PREFIX)/lib/systemd/user
SYSTEMUNITDIR ?= $(PREFIX)/lib/systemd/system
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
TMPFILESDIR ?= $(PREFIX)/lib/tmpfiles.d
# Where systemd looks for presets, of the system and of users.
PRESETS := $(PREFIX)/lib/systemd/system-preset $(PREFIX)/lib/systemd/user-preset
DESTDIR ?=
export PATH := $(PATH):/opt/swift/usr/bin

PROGRAMS := deeplinkd deeplinkctl deeplink
RELEASE := .build/release
MAN := .build/man
COMPLETIONS := .build/completions
# What the tests send and receive, for scripts/check-schemas.
TRANSCRIPT := $(CURDIR)/.build/transcript.jsonl
SWIFT_SOURCES := Package.swift Sources Tests $(wildcard Benchmarks)
DOCUMENTS := README.md CHANGELOG.md LICENSE docs/remote.md docs/access.md

help: ## this list
	@printf 'usage: make TARGET\n\n'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14
	@printf '\nPREFIX=%s DESTDIR=%s\n' '$(PREFIX)' '$(DESTDIR)'

deps: ## install the Debian packages that building and testing need, after naming them
	@scripts/check-swift found
	@scripts/deps build test
	@scripts/check-swift

build-deps:
	@scripts/check-swift found
	@scripts/deps build
	@scripts/check-swift

build: build-deps ## the three programs, optimised, with Swift's runtime inside; man pages, completions
	@for program in $(PROGRAMS); do swift build -c release --static-swift-stdlib --product $$program; done
	@scripts/man $(MAN)
	@scripts/completions $(RELEASE) $(COMPLETIONS)

run: build ## try it here: own sockets, database and table in ./.run, nothing of yours touched
	@scripts/run

test: deps build ## every test: values, doors, daemon, programs, and two boots of a real systemd
	swift build --build-tests
	@rm -f $(TRANSCRIPT)
	DEEPLINKD_TRANSCRIPT=$(TRANSCRIPT) swift test --skip-build
	scripts/check-schemas $(TRANSCRIPT)
	Tests/System/run

interleavings: deps ## 200 000 orders of keys, opens, answers and losses; COUNT=N for others
	DEEPLINKD_INTERLEAVINGS=$(or $(COUNT),200000) swift test --filter OpenModelTests

check: deps ## format, lint, imports, unsafe, lengths, units, catalog, man pages, fresh pictures
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	scripts/check-imports
	scripts/check-unsafe
	scripts/check-length
	scripts/check-units
	scripts/check-catalog
	scripts/check-man
	scripts/graph --check

format: ## let swift-format rewrite the sources
	swift format --in-place --recursive $(SWIFT_SOURCES)

bench: deps build ## the numbers of ARCHITECTURE.md, measured here, now
	Benchmarks/run

graph: deps ## draw docs/graph; TARGET=Daemon draws the files of one target
	@scripts/graph $(TARGET)

install: ## install under PREFIX, below DESTDIR; run `make build` first, as yourself
	@for program in $(PROGRAMS); do test -x $(RELEASE)/$$program || { echo "make: no $(RELEASE)/$$program: run make build" >&2; exit 1; }; done
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/deeplinkd/routes.d $(DESTDIR)$(UNITDIR) \
	  $(DESTDIR)$(SYSTEMUNITDIR) $(DESTDIR)$(SYSUSERSDIR) $(DESTDIR)$(TMPFILESDIR) \
	  $(DESTDIR)$(PREFIX)/lib/systemd/catalog $(PRESETS:%=$(DESTDIR)%) $(DESTDIR)$(PREFIX)/share/doc/deeplinkd
	install -s -m 755 $(PROGRAMS:%=$(RELEASE)/%) $(DESTDIR)$(PREFIX)/bin
	install -m 644 config/routes.d/*.toml $(DESTDIR)$(PREFIX)/lib/deeplinkd/routes.d
	install -m 644 config/deeplinkd.toml $(DESTDIR)$(PREFIX)/lib/deeplinkd
	install -m 644 systemd/sysusers/*.conf $(DESTDIR)$(SYSUSERSDIR)
	install -m 644 systemd/tmpfiles/*.conf $(DESTDIR)$(TMPFILESDIR)
	install -m 644 systemd/catalog/*.catalog $(DESTDIR)$(PREFIX)/lib/systemd/catalog
	for folder in $(PRESETS); do install -m 644 systemd/preset/*.preset "$(DESTDIR)$$folder"; done
	install -m 644 $(DOCUMENTS) $(DESTDIR)$(PREFIX)/share/doc/deeplinkd
	for page in $(MAN)/*; do install -D -m 644 $$page -t $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}; done
	cp -r --no-preserve=mode,ownership $(COMPLETIONS)/. $(DESTDIR)$(PREFIX)/share
	install_units() { for unit in "$$1"/*; do \
	  sed 's|@PREFIX@|$(PREFIX)|g' "$$unit" > "$$2/$${unit##*/}"; \
	  chmod 644 "$$2/$${unit##*/}"; \
	done; }; \
	install_units systemd/user "$(DESTDIR)$(UNITDIR)"; \
	install_units systemd/system "$(DESTDIR)$(SYSTEMUNITDIR)"
	@echo
	@echo 'for each user:    systemctl --user daemon-reload && systemctl --user enable --now deeplinkd.socket'
	@echo 'for the machine:  systemd-sysusers && systemctl daemon-reload && systemctl enable --now deeplinkd.socket'
	@echo '                  deeplinkctl setup units   (every unit that fails becomes a notification)'
	@echo 'explanations in the journal (once, as root):    journalctl --update-catalog'

uninstall: ## remove what install put there
	rm -f $(PROGRAMS:%=$(DESTDIR)$(PREFIX)/bin/%) $(DESTDIR)$(PREFIX)/lib/systemd/catalog/deeplinkd.catalog
	for unit in systemd/user/*; do rm -f "$(DESTDIR)$(UNITDIR)/$${unit##*/}"; done
	for unit in systemd/system/*; do rm -f "$(DESTDIR)$(SYSTEMUNITDIR)/$${unit##*/}"; done
	rm -f $(DESTDIR)$(SYSUSERSDIR)/deeplinkd.conf $(DESTDIR)$(TMPFILESDIR)/deeplinkd.conf $(DESTDIR)$(PREFIX)/lib/deeplinkd/deeplinkd.toml
	rm -f $(patsubst config/%,$(DESTDIR)$(PREFIX)/lib/deeplinkd/%,$(wildcard config/routes.d/*.toml))
	for folder in $(PRESETS); do rm -f "$(DESTDIR)$$folder/80-deeplinkd.preset"; done
	rm -f $(patsubst %,$(DESTDIR)$(PREFIX)/share/doc/deeplinkd/%,$(notdir $(DOCUMENTS)))
	for page in $(MAN)/*; do rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; done
	for file in $$(cd $(COMPLETIONS) && find . -type f); do rm -f "$(DESTDIR)$(PREFIX)/share/$$file"; done
	@rmdir $(DESTDIR)$(PREFIX)/lib/deeplinkd/routes.d $(DESTDIR)$(PREFIX)/lib/deeplinkd \
	  $(DESTDIR)$(PREFIX)/share/doc/deeplinkd 2>/dev/null || true

clean: ## remove what was built and what make run left
	rm -rf .build .run
