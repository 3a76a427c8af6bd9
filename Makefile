# make test is enough on a fresh Debian machine with Go, Node and make. make help lists the rest.
.POSIX:

GO = go
DIRS = ad checkpoint cmd docs examples internal interp parallel synth viz
PICTURES = build/pictures

help:
	@echo 'make test      everything that must hold: format, vet, staticcheck, tests with the race detector, the page'
	@echo 'make run       the notebook in the browser, on the worked example examples/gmm.ipynb'
	@echo 'make example   the same example without a browser; pictures go to $(PICTURES)'
	@echo 'make soak      the long tests: more seeds, the whole standard library'
	@echo 'make bench     the benchmarks that docs/performance.md quotes'
	@echo 'make generate  writes generated files anew; fails if one was stale'

# The race detector links with a C compiler, which the machine may lack.
deps:
	@sh scripts/deps.sh

test: deps
	@stale=$$(gofmt -l $(DIRS) frontend/*.go) || exit 1; \
	if [ -n "$$stale" ]; then echo "not formatted (gofmt -w):"; echo "$$stale"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	CGO_ENABLED=1 $(GO) test -race -timeout 18m ./...
	@sh scripts/page.sh
	cd frontend && npm run --silent check && npm run --silent test && npm run --silent e2e

# Built output is not in the repository; plain go build works without it, with a page that says so.
page:
	@sh scripts/page.sh

run: page
	$(GO) run ./cmd/notebook examples/gmm.ipynb

example:
	$(GO) run ./cmd/repl run examples/gmm.ipynb --out $(PICTURES)
	@echo "the pictures are in $(PICTURES)"

soak:
	$(GO) test -tags soak -timeout 4h $$(sh scripts/packages.sh '^//go:build soak' $(DIRS))

bench:
	$(GO) test -run '^$$' -bench . -timeout 1h $$(sh scripts/packages.sh '^func Benchmark' $(DIRS))

generate:
	@before=$$(git diff HEAD | cksum; git status --porcelain) || exit 1; \
	$(GO) generate ./... || exit 1; \
	after=$$(git diff HEAD | cksum; git status --porcelain) || exit 1; \
	if [ "$$before" != "$$after" ]; then echo "generated files were stale:"; git status --short; exit 1; fi

.PHONY: help deps test page run example soak bench generate
