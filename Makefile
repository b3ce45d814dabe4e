# The two commands of the README. Both install what a bare Debian lacks before they build.

# Where `.ci/prerequisites` puts Python packages that the system lacks.
export PYTHONPATH := $(CURDIR)/.build/python$(if $(PYTHONPATH),:$(PYTHONPATH))

# Flags for builds from nothing, such as those of `.ci/run`.
BUILD_FLAGS ?=

.PHONY: run test lint modules schemas check fuzz measures swift-tests examples outputs prerequisites format benchmark benchmark-short dist wheel

run:
	@.ci/prerequisites build
	swift run $(BUILD_FLAGS) touchstone run

# What needs no build runs beside the Swift tests, which leave a processor idle at times.
test: prerequisites
	$(MAKE) --jobs=3 lint modules schemas
	swift build $(BUILD_FLAGS) --build-tests
	.ci/within 3000 .ci/together swift-tests examples outputs
	.ci/check-docs

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Plugins

modules:
	.ci/check-modules

schemas:
	.ci/check-schemas

# The inner loop: what a small edit may have broken.
check: lint
	swift build --build-tests
	.build/debug/touchstone lint
	.build/debug/touchstone run
	swift test --skip-build --filter '$(shell .ci/changed-tests)'

# What coverage finds in inputs of strangers: a minute for each way in, or as many seconds as FUZZ_SECONDS says.
fuzz:
	.ci/fuzz $(or $(FUZZ_SECONDS),60)

# What the house costs: lines of code, what a change touches, what points at what.
measures:
	@.ci/measures

swift-tests:
	TOUCHSTONE_BUILD_SKELETONS=1 .ci/within 2400 swift test --skip-build

examples:
	python3 -m unittest discover -s Examples/python-recorder
	python3 -m unittest discover -s Examples/relational-recorder
	tsc --noEmit --strict --target es2022 --module node16 --moduleResolution node16 Tests/Support/TypeScript/messages.mts
	swift test $(BUILD_FLAGS) --package-path Examples/swift-recorder --skip WillFail
	swift test $(BUILD_FLAGS) --package-path Examples/clinic-app
	.ci/check-light

outputs:
	python3 Examples/python-recorder/mutation .build/debug/touchstone
	.ci/check-explore .build/debug/touchstone
	.ci/check-export .build/debug/touchstone
	.ci/check-dumps .build/debug/touchstone
	.ci/check-reports .build/debug/touchstone
	.ci/check-trail-exports .build/debug/touchstone
	Examples/spark/check .build/debug/touchstone
	CONFIGURATION=debug Packaging/check
	.ci/check-workflows

prerequisites:
	@.ci/prerequisites

# What others install: without Swift, in a release build.
dist:
	@.ci/prerequisites build
	Packaging/dist

wheel:
	@.ci/prerequisites build
	Packaging/wheel

format:
	swift format --in-place --recursive Package.swift Sources Tests Plugins

# Everything beside everything else, for the tables of Benchmarks/README.md.
benchmark:
	@.ci/prerequisites benchmarks
	swift build -c release --scratch-path .build-release --product touchstone
	swift build -c release --package-path Benchmarks
	Benchmarks/benchmark.py --write

# Fails when a ratio fell by a quarter; builds little.
benchmark-short:
	@.ci/prerequisites build
	swift build -c release --package-path Benchmarks --product touchstone-benchmarks
	Benchmarks/benchmark.py --short
