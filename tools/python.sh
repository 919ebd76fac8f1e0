#!/bin/sh
# The Python package, in a virtual environment of its own under build/.
#   tools/python.sh build          makes the environment and installs the package there
#   tools/python.sh test [ARG...]  builds, checks types, runs the tests (pytest's arguments may follow)
#   tools/python.sh speed [ARG...] steps a second, beside OpenSpiel and PettingZoo (examples/python/speed.py)
#   tools/python.sh memory [STEPS] that memory stays as it is over so many steps; 10,000,000
# Ends with "N passed, M failed" after tests; with AGON_COUNTS set, "N M" is appended to that file.
set -eu
cd "$(dirname "$0")/.."
command=${1:-test}
shift || true
environment=build/python
python=$environment/bin/python

pip_install() {
    $python -m pip install -q --disable-pip-version-check "$@" >build/pip.log 2>&1 || {
        cat build/pip.log >&2
        return 1
    }
}

# Packages are installed once, and again when their list has changed.
make_environment() {
    tools/setup.sh python
    mkdir -p build
    if ! cmp -s python/requirements.txt $environment/.requirements 2>/dev/null; then
        python3 -m venv $environment
        pip_install -r python/requirements.txt
        cp python/requirements.txt $environment/.requirements
    fi
}

# Without isolation: what builds it is in the environment already.
install_package() {
    pip_install --no-build-isolation --no-deps --force-reinstall ./python
}

check_types() {
    (cd python && ../$python -m mypy && ../$environment/bin/pyright --pythonpath ../$python) >build/python-types.log 2>&1 || {
        cat build/python-types.log
        return 1
    }
}

run_tests() {
    log=build/python-tests.log
    status=0
    "$@" >"$log" 2>&1 || status=$?
    passed=$(grep -oE '[0-9]+ passed' "$log" | tail -1 | grep -oE '[0-9]+' || echo 0)
    failed=$(grep -oE '[0-9]+ (failed|error)' "$log" | grep -oE '[0-9]+' | awk '{ n += $1 } END { print n + 0 }')
    [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
    if [ "$failed" -gt 0 ]; then cat "$log"; else grep '^figure: ' "$log" || true; fi
    [ -z "${AGON_COUNTS:-}" ] || echo "$passed $failed" >>"$AGON_COUNTS"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

case $command in
    build) make_environment && install_package ;;
    test)
        make_environment
        install_package
        check_types
        run_tests $python -m pytest -c python/pyproject.toml -m 'not long' -n 2 python/tests "$@"
        ;;
    speed)
        make_environment
        install_package
        $python examples/python/speed.py "$@"
        ;;
    memory)
        make_environment
        install_package
        $python python/tests/memory.py "${1:-10000000}"
        ;;
    *)
        echo "python: no command $command; there are: build test speed memory" >&2
        exit 64
        ;;
esac
