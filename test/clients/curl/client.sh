#!/usr/bin/env bash
# Calls the three endpoints with nothing but bash, curl, openssl and the standard text tools.
# Values are signed the way curl encodes them: a space is %20, and A-Za-z0-9-._~ stay bare.
set -euo pipefail

urlencode() {
  local LC_ALL=C i char
  for ((i = 0; i < ${#1}; i++)); do
    char=${1:i:1}
    case $char in
      [a-zA-Z0-9._~-]) printf '%s' "$char" ;;
      *) printf '%%%02X' $(($(printf '%d' "'$char") & 255)) ;; # some shells give bytes above 127 as negative
    esac
  done
}

# canonical NAME=VALUE...: the string to sign, every parameter except `sign`, sorted by name
canonical() {
  local pair
  for pair in "$@"; do
    printf '%s=%s\n' "${pair%%=*}" "$(urlencode "${pair#*=}")"
  done | LC_ALL=C sort -t= -k1,1 | paste -sd '&' -
}

# Your own secret on a command line is visible to the other users of the machine while openssl runs.
hmac() { printf '%s' "$1" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.*= *//'; }

# A JSON string; control characters become spaces.
quote() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g' | tr '[:cntrl:]' ' ')"; }

# is_genuine BODY: reads the flat, compact JSON that the service answers; jq does it for any other.
is_genuine() {
  local field value pairs=() sign=
  while IFS= read -r field; do
    value=${field#*:}
    value=${value#\"}
    value=${value%\"}
    value=$(printf -- "${value//%/%%}.") # printf knows the escapes of JSON; the dot keeps a newline at the end
    field=${field%%:*}
    field=${field//\"/}
    if [[ $field == sign ]]; then sign=${value%.}; else pairs+=("$field=${value%.}"); fi
  done < <(printf '%s\n' "$1" | LC_ALL=C grep -oE '"[a-z_]+":("([^"\\]|\\.)*"|-?[0-9]+)')
  # The service signs with PHP's encoding: a space is "+", and "~" is escaped.
  [[ $(hmac "$(canonical "${pairs[@]}" | sed 's/%20/+/g; s/~/%7E/g')") == "$sign" ]]
}

# call NAME METHOD PATH TRANSPORT NAME=VALUE...
call() {
  local name=$1 method=$2 url=$OPENPLUG_URL$3 transport=$4
  local params=("${@:5}" "plugin_id=$PLUGIN_ID" "timestamp=$(date +%s)")
  params+=("sign=$(hmac "$(canonical "${params[@]}")")")

  local pair fields= options=(-X "$method")
  [[ $transport == query ]] && options+=(-G)
  for pair in "${params[@]}"; do
    case $transport in
      query | form) options+=(--data-urlencode "$pair") ;;
      multipart) options+=(--form-string "$pair") ;;
      json) fields+=${fields:+,}$(quote "${pair%%=*}"):$(quote "${pair#*=}") ;;
    esac
  done
  [[ $transport == json ]] && options+=(-H 'Content-Type: application/json' -d "{$fields}")

  local answer status body valid=null
  answer=$(curl -sS "${options[@]}" -w '\n%{http_code}' "$url")
  status=${answer##*$'\n'}
  body=${answer%$'\n'*}
  if [[ $body == *'"resource":{'* ]]; then
    is_genuine "$body" && valid=true || valid=false
  fi
  [[ $body == '{'* ]] || body=$(quote "$body")
  printf '{"call":"%s %s","status":%d,"body":%s,"signatureValid":%s}\n' \
    "$name" "$transport" "$status" "${body//$'\n'/}" "$valid"
}

# `curl -X GET -d` sends a body with a GET: as a form, or as JSON.
for transport in query form json; do
  call baseinfo GET /baseinfo "$transport" "access_token=$ACCESS_TOKEN" "note=$TITLE"
done
for transport in query json form multipart; do
  call goods POST /goods "$transport" "access_token=$ACCESS_TOKEN" "title=$TITLE" total_fee=100 pay_limit=1
done
for transport in query form json; do
  call payments/record GET /payments/record "$transport" "out_order_id=$ORDER_ID" "note=$TITLE"
done
