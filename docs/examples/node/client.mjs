// Links an account, creates goods, and asks for a payment: node client.mjs ACCESS_TOKEN TITLE [ORDER_NUMBER]
// @ts-check
import { pathToFileURL } from 'node:url';
import { canonicalString, secretsFromEnvironment, sign, verify } from './openplug.mjs';

/** @typedef {import('./openplug.mjs').Fields} Fields */

export class Client {
  #baseUrl;
  #pluginId;
  #secrets;

  /**
   * @param {string} baseUrl
   * @param {string} pluginId
   * @param {string[]} secrets The newest first; it signs the requests.
   */
  constructor(baseUrl, pluginId, secrets) {
    this.#baseUrl = baseUrl;
    this.#pluginId = pluginId;
    this.#secrets = secrets;
  }

  /**
   * Returns who the access token belongs to. Keep `open_id` beside your own user: it never changes, the token ends.
   *
   * @param {string} accessToken
   */
  async baseInfo(accessToken) {
    return this.#verified(await this.#call('GET', '/baseinfo', { access_token: accessToken }));
  }

  /**
   * Creates goods for one price, in fen, and returns their goods_id. A pay limit of 0 means: no limit.
   *
   * @param {string} accessToken
   * @param {string} title
   * @param {number} totalFeeFen
   * @returns {Promise<string>}
   */
  async createGoods(accessToken, title, totalFeeFen, payLimit = 0) {
    const parameters = { access_token: accessToken, title, total_fee: totalFeeFen, pay_limit: payLimit };
    return JSON.parse(await this.#call('POST', '/goods', parameters)).message;
  }

  /**
   * Returns the order with this number, yours or the platform's. It is paid if its `status` is 10.
   *
   * @param {string} orderNumber
   */
  async paymentRecord(orderNumber) {
    const order = this.#verified(await this.#call('GET', '/payments/record', { out_order_id: orderNumber }));
    if (orderNumber !== order.order_id && orderNumber !== order.out_order_id) {
      throw new Error('openplug answered with another order');
    }
    return order;
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {Fields} parameters
   */
  async #call(method, path, parameters) {
    /** @type {Fields} */
    const signed = { ...parameters, plugin_id: this.#pluginId, timestamp: Math.floor(Date.now() / 1000) };
    signed.sign = sign(signed, this.#secrets[0]);
    const form = canonicalString(signed);

    const url = this.#baseUrl + path + (method === 'GET' ? `?${form}` : '');
    const response = await fetch(url, {
      method,
      ...(method === 'POST' && { body: new URLSearchParams(form) }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    }).catch((problem) => {
      throw new Error(`openplug was not reached: ${problem.cause?.message || problem.message}`, { cause: problem });
    });
    const body = await response.text();
    if (response.status !== 200) {
      throw new Error(`openplug answered ${method} ${path} with ${response.status}: ${body}`);
    }
    return body;
  }

  /** @param {string} body */
  #verified(body) {
    const resource = verify(body, this.#secrets);
    if (resource === null) throw new Error('the answer is not signed by openplug');
    return resource;
  }
}

// From here on it is the command; a program that imports this file leaves it out.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [accessToken, title, orderNumber] = process.argv.slice(2);
  if (!accessToken || !title) {
    console.error('usage: node client.mjs ACCESS_TOKEN TITLE [ORDER_NUMBER]');
    process.exit(2);
  }
  const { OPENPLUG_URL = 'http://127.0.0.1:3000', OPENPLUG_PLUGIN_ID = '' } = process.env;
  try {
    const client = new Client(OPENPLUG_URL, OPENPLUG_PLUGIN_ID, secretsFromEnvironment());
    console.log(`user: ${JSON.stringify(await client.baseInfo(accessToken))}`);
    console.log(`goods: ${JSON.stringify(await client.createGoods(accessToken, title, 100))}`);
    if (orderNumber) console.log(`order: ${JSON.stringify(await client.paymentRecord(orderNumber))}`);
  } catch (problem) {
    console.error(problem instanceof Error ? problem.message : problem);
    process.exitCode = 1;
  }
}
