// Calls the three endpoints with nothing but Node: fetch, node:crypto, and each of the two encoders
// that JavaScript developers reach for.
import { createHmac, timingSafeEqual } from 'node:crypto';

const { OPENPLUG_URL, PLUGIN_ID, SECRET, ACCESS_TOKEN, ORDER_ID, TITLE } = process.env;

const encoders = {
  URLSearchParams: (params) => {
    const query = new URLSearchParams(params);
    query.sort();
    return query.toString();
  },
  encodeURIComponent: (params) =>
    Object.keys(params)
      .toSorted()
      .map((name) => `${name}=${encodeURIComponent(params[name])}`)
      .join('&'),
};

const hmac = (text) => createHmac('sha256', SECRET).update(text).digest('hex');

function isGenuine({ resource, sign }) {
  // The service signs with PHP's encoding, which escapes "*"; URLSearchParams leaves it bare.
  const text = encoders.URLSearchParams(resource).replaceAll('*', '%2A');
  return sign.length === 64 && timingSafeEqual(Buffer.from(sign), Buffer.from(hmac(text)));
}

function formData(params) {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  return form;
}

async function call(name, method, path, transport, unsigned) {
  for (const [encoder, encode] of Object.entries(encoders)) {
    const params = { ...unsigned, plugin_id: PLUGIN_ID, timestamp: Math.floor(Date.now() / 1000) };
    params.sign = hmac(encode(params));

    const url = OPENPLUG_URL + path;
    const response = await {
      query: () => fetch(`${url}?${encode(params)}`, { method }),
      form: () => fetch(url, { method, body: new URLSearchParams(params) }),
      multipart: () => fetch(url, { method, body: formData(params) }),
      json: () =>
        fetch(url, {
          method,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(params),
        }),
    }[transport]();

    const body = parse(await response.text());
    const signatureValid = body?.resource ? isGenuine(body) : null;
    console.log(
      JSON.stringify({
        call: `${name} ${transport} ${encoder}`,
        status: response.status,
        body,
        signatureValid,
      }),
    );
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const goods = { access_token: ACCESS_TOKEN, title: TITLE, total_fee: 100, pay_limit: 1 };

await call('baseinfo', 'GET', '/baseinfo', 'query', { access_token: ACCESS_TOKEN, note: TITLE });
for (const transport of ['query', 'json', 'form', 'multipart']) {
  await call('goods', 'POST', '/goods', transport, goods);
}
await call('payments/record', 'GET', '/payments/record', 'query', {
  out_order_id: ORDER_ID,
  note: TITLE,
});
