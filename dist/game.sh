# Read by dist/try-debian and dist/try-container: a game against an engine on a server, over its API.
# `begin SITE` opens one, makes a move and waits until the engine has answered; `kept SITE` asks whether
# the server knows the game and who plays it. Needs $work.
call() {
    curl --silent --show-error --fail --cookie "$work/cookies" --cookie-jar "$work/cookies" \
        --header 'content-type: application/json' "$@"
}
begin() {
    call --request POST "$1/api/guest" --data '{}' >/dev/null
    game=$(call "$1/api/games" --data '{"game": "corners", "control": "3d", "seat": 0, "engines": 3}' |
        sed 's/.*"id":"\([^"]*\)".*/\1/')
    local first
    first=$(call "$1/api/games/$game/moves" | grep -o '"legal":\["[^"]*' | sed 's/.*"//')
    call "$1/api/games/$game/moves" --data "{\"ply\": 0, \"mv\": \"$first\", \"id\": \"first\"}" >/dev/null
    timeout 30 bash -c "$(declare -f call); until call '$1/api/games/$game/moves' | grep -q '\"ply\":2'; do sleep 0.1; done"
    echo "a worker has answered $first"
}
kept() {
    call "$1/api/games/$game/moves" | grep -q '"ply":2' && call "$1/api/me" | grep -q '"player":{'
}
