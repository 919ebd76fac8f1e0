#!/bin/sh
# Makes OUTPUT.c with the charts for `agon tourney --html`: a real charting library from npm, bundled
# with the page. Without npm or network it makes one without charts, says so, and does not fail:
# everything but --html works without.
#   tools/report/build.sh OUTPUT.c
set -eu
output=${1:?output}
source=$(cd "$(dirname "$0")" && pwd)
folder=$(dirname "$output")/report-build
log=$folder/npm.log
mkdir -p "$folder"

make_bundle() {
    command -v npm >/dev/null 2>&1 || {
        echo "there is no npm"
        return 1
    }
    rm -rf "$folder/src"
    cp -R "$source/src" "$source/package.json" "$source/package-lock.json" "$source/bundle.mjs" "$folder/"
    cd "$folder"
    # Installed packages are kept as long as the lock file stays the same.
    if ! cmp -s package-lock.json node_modules/.agon-lock 2>/dev/null; then
        npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries 1 \
            --fetch-timeout 30000 >"$log" 2>&1 || {
            echo "npm could not install the packages, see $log"
            return 1
        }
        cp package-lock.json node_modules/.agon-lock
    fi
    node bundle.mjs "$output.new" >"$log" 2>&1 || {
        echo "the bundle could not be made, see $log"
        return 1
    }
}

case $output in
    /*) ;;
    *) output=$PWD/$output ;;
esac
case $folder in
    /*) ;;
    *) folder=$PWD/$folder ;;
esac
log=$folder/npm.log
if reason=$(make_bundle); then
    mv "$output.new" "$output"
else
    echo "report: built without charts: $reason; 'make report' tries again" >&2
    printf '#include "apps/cli/tourney/report.h"\n\nconst char agon_cli_page_bundle[] = "";\n' >"$output"
fi
