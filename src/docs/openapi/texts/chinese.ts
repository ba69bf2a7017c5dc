import type { DocumentTexts } from './documentTexts.ts';

export const chinese: DocumentTexts = {
  title: 'openplug：插件平台服务端接入 API',
  description: `将平台用户与您的账号关联、创建商品、查询支付状态，并在用户付款后收到通知。

本 API 只能由服务器调用，因为每个请求都要用插件的密钥签名。

无论使用哪种方法，每个接口都可以从查询字符串、JSON 对象、urlencoded 表单或 multipart 表单中读取参数。本文档展示的是常用位置：GET 用查询字符串，POST 用请求体。
HEAD 与 GET 的响应相同。当 \`Accept-Language\` 优先选择中文时，提示信息为中文。

请求按以下顺序检查，第一个不通过的检查决定响应：400、413 或 415（无法读取）、422（参数值有误）、404（插件不存在）、403（时间有误）、401（签名错误）、
404（该路径仅供沙箱插件使用）、401（access_token 无效）、400（订单不存在）。`,
  server: '提供本文档的服务器',
  signature: `以插件密钥为 key 的 HMAC-SHA-256，结果为 64 位十六进制数字。待签名字符串按以下步骤生成：

1. 取 \`sign\` 以外的所有参数。
2. 按参数名的字节顺序升序排列。
3. 按 PHP \`http_build_query\` 的方式对名称和值编码：UTF-8，空格写作 \`+\`，只有 \`A-Z a-z 0-9 - _ .\` 保持原样，其余字节写作 \`%XX\`（大写十六进制）。
4. 以 \`name=value\` 的形式用 \`&\` 连接。

\`sign\` 可以与其他参数放在任意相同的位置。响应和回调中也有 \`sign\`，算法相同，覆盖 \`resource\` 的所有字段：使用数据之前请先验证。`,
  body: '参数。可以使用以下任一格式，也可以放在查询字符串中。在 JSON 中，整数也可以作为文本发送。',
  operations: {
    baseInfo: {
      summary: '获取用户基本信息',
      description: `返回当前登录的用户，用于与您的账号关联。请保存 \`open_id\`：它永远不变，且不同插件之间互不相同。`,
      answer: '已签名的用户信息。',
    },
    paymentsRecord: {
      summary: '查询订单支付状态',
      description: `返回您的插件的一个订单，无论是否已支付。回调迟迟未到时，或在拒绝一位自称已付款的用户之前，请使用本接口。`,
      answer: '已签名的订单信息。',
    },
    goods: {
      summary: '创建商品',
      description: `以您指定的价格创建商品，通常只供购买一次。这些商品不会出现在开发者后台的商品列表中。每次调用都会创建新的商品。`,
      answer: '商品已创建。',
    },
    sandboxUser: {
      summary: '沙箱：创建已登录的用户',
      description: `为您的沙箱插件创建一个用户及其登录凭证（access_token），相当于用户在平台上登录。每个沙箱插件在 24 小时内最多可创建 200 个用户。
其他插件在参数和签名均正确时得到 404。`,
      answer: '已签名的用户信息和登录凭证。',
    },
    sandboxOrder: {
      summary: '沙箱：创建订单',
      description: `创建一个未支付的订单，相当于用户购买您的商品。商品须属于该沙箱插件，由 \`POST /goods\` 创建。订单未支付时，以相同的 out_order_id、商品、用户和 attach
重复调用，返回同一订单；订单支付之后，或其中任何一项不同时，返回 400。每个沙箱插件在 24 小时内最多可创建 2,000 个订单。`,
      parameters: {
        out_order_id: '您为新订单指定的订单号，可以不传。首尾不能有空白字符，也不能包含控制字符或不可见字符。',
      },
      answer: '已签名的未支付订单。',
    },
    sandboxPayment: {
      summary: '沙箱：支付订单',
      description: `支付沙箱插件的一个订单，不涉及真实资金。回调会立即产生：如果插件设置了回调地址，由平台发送到该地址；否则等待
\`POST /sandbox/callbacks\` 来获取。`,
      answer: '已签名的已支付订单。',
    },
    sandboxCallback: {
      summary: '沙箱：获取下一个到期的回调',
      description: `返回沙箱插件的一个到期回调，该插件不得设置回调地址。在租约到期之前，该回调只归您处理：请将 \`body\` 原样 POST 到您自己的服务器，再向
\`POST /sandbox/answers\` 报告响应。\`npx openplug listen\` 会自动完成这两步。未报告的回调按失败计，并按正常的重试间隔重新通知。没有到期的回调时，
\`attempt\` 为 0，请一秒后再试。`,
      answer: '已签名的下一个回调；没有时各项为空。',
    },
    sandboxAnswer: {
      summary: '沙箱：报告回调的响应',
      description: `报告您的服务器返回的状态码和响应体，或没有响应的原因。平台按照与所有回调相同的规则判定：SUCCESS 结束通知，其他任何响应都会导致重新通知。
请提供 \`http_status\`；如果没有得到完整的响应，请提供 \`failure\`。如果响应在状态码之后中断，请同时提供两者，此时以 \`failure\` 为结果。`,
      answer: '已签名的本次通知的当前状态。',
    },
  },
  parameters: {
    plugin_id: '插件应用的标识，在开发者后台获取。',
    timestamp: '请求时间，Unix 时间戳（秒）。与服务器时间的差必须小于 10 分钟（平台可能设置了其他时限）。',
    sign: '其他所有参数的签名。',
    access_token: '用户登录凭证。由客户端调用 `fetchUserServerTemporaryToken` 取得后传给您的服务器。',
    out_order_id: '您自己的订单号（out_order_id），或平台订单号（order_id）。',
    nickname: '新用户的显示名称。',
    goods_id: '商品标识，即 `POST /goods` 响应中的 goods_id。',
    attach: '订单的附加数据，会出现在订单信息和回调中。',
    order_id: '所获取回调的 order_id。',
    attempt: '所获取回调的 `attempt`。',
    lease: '所获取回调的 `lease`。',
    http_status: '响应的状态码。不传表示没有响应，原因见 `failure`。',
    body: '响应体的前 4 KiB，以 base64 编码。较长时请以 JSON 或 multipart/form-data 报告：百分号编码可能使表单超过请求的上限 16 KiB。',
    truncated: '1：响应体更长，已截断；0：未截断。',
    content_encoding: '响应头 Content-Encoding 的值。',
    location: '响应头 Location 的值。',
    url: '回调所发往的地址。提供后，`hint` 可以说明相对的 Location 指向哪里。',
    failure: '没有得到完整响应的原因。',
    error: '该原因的文字说明，供人阅读。',
    duration_ms: '从开始 POST 到响应结束的时间，单位为毫秒。',
    title: '商品名称，用户可见。',
    total_fee: '价格，单位为分。',
    pay_limit: '可购买的次数。0 表示不限。',
  },
  fields: {
    user: {
      avatar: '头像图片地址；没有头像时为空字符串。',
      member: '1：平台会员；0：非会员。',
      nickname: '用户的显示名称，可能改变。',
      open_id: '用户在您的插件中的标识，永远不变。',
      timestamp: '响应时间，Unix 时间戳（秒）。',
    },
    order: {
      attach: '订单的附加数据，可能为空字符串。',
      body: '所购内容的描述，即创建订单时的商品名称。',
      created_at: '订单创建时间，平台所在时区。',
      goods_id: '商品标识。',
      open_id: '用户在您的插件中的标识。',
      order_id: '平台订单号。',
      out_order_id: '您自己的订单号；没有时为空字符串。',
      paid_at: '用户付款时间，平台所在时区；未付款时为空字符串。',
      pay_fee: '金额，单位为分。',
      plugin_id: '插件应用的标识。',
      status: '0：未支付；10：已支付。',
      timestamp: '消息发送时间，Unix 时间戳（秒）。',
    },
    sandboxUser: {
      access_token: '用户登录凭证，与客户端取得的相同。',
      expires_at: '登录凭证的过期时间，Unix 时间戳（秒）。',
      nickname: '用户的显示名称。',
      open_id: '用户在您的插件中的标识。',
      timestamp: '响应时间，Unix 时间戳（秒）。',
    },
    fetchedCallback: {
      attempt: '该订单的第几次通知，从 1 开始。0：没有到期的回调，各文本字段均为空。',
      body: '要原样 POST 到您的服务器的文本，即包含 `resource` 和 `sign` 的 JSON。',
      lease: '报告响应时使用的租约标识。',
      lease_seconds: '该回调归您处理的时长，单位为秒。',
      order_id: '平台订单号，即该 POST 的请求头 `Openplug-Delivery`。',
      previous_sign: '该 POST 的请求头 `Openplug-Previous-Sign`；为空表示没有该请求头。',
      timestamp: '响应时间，Unix 时间戳（秒）。',
    },
    reportedAttempt: {
      attempt: '第几次通知。',
      counted:
        '1：该报告有效；0：该报告过迟、重复或与该次通知的租约不符，未产生任何影响，详见 `hint`。租约到期后，`SUCCESS` 仍有效一次。',
      hint: '响应与正确响应的差别，或报告无效的原因与处理办法，供人阅读，可能为空字符串。',
      order_id: '平台订单号。',
      outcome: '本次通知的结果。`ACKNOWLEDGED` 表示通知结束；`ABANDONED` 表示租约已到期。',
      timestamp: '响应时间，Unix 时间戳（秒）。',
    },
    sign: '`resource` 所有字段的签名。',
    createdGoods: '新商品的标识（goods_id）。',
    error: {
      message: '错误说明，供人阅读。程序请依据状态码判断。',
      errors: '各参数的错误，以参数名为键。',
    },
  },
  statuses: {
    400: '请求无法读取。',
    401: '签名错误。',
    403: '时间戳已过期。',
    404: '插件应用不存在。',
    405: '该路径不支持该方法，支持的方法见 `Allow`。',
    408: '请求未能在规定时间内送达。',
    413: '请求过大。',
    415: '不支持该请求体格式。',
    417: '无法满足请求头 `Expect`。',
    422: '缺少参数或参数无效，详见 `errors`。',
    429: '请求过于频繁。请等待 `Retry-After` 给出的秒数。',
    431: '请求行与请求头过大。',
    500: '平台暂时无法提供服务，请稍后重试。',
  },
  refusals: {
    ORDER_NOT_FOUND: '，或订单不存在',
    GOODS_NOT_FOUND: '，或商品不存在',
    ATTEMPT_NOT_FOUND: '，或该次通知不存在',
    SANDBOX_CONFLICT: '，或演练无法继续',
    ACCESS_TOKEN_UNKNOWN: '，或 access_token 无效',
    PATH_NOT_FOUND: '，或不是沙箱插件',
    SANDBOX_FULL: '，或沙箱插件的用户或订单已达上限',
  },
  headers: {
    requestId: '本次请求的标识。向平台咨询该请求时请提供。',
    help: '指向说明该错误的页面。',
    allow: '该路径支持的方法，以逗号分隔。',
    retryAfter: '多少秒之后可以重试。',
  },
  callback: {
    summary: '用户已付款',
    description: `用户付款后，平台向插件的回调地址发送本消息。使用数据之前请先验证 \`sign\`。同一消息可能送达多次，因此每个 \`order_id\` 只能处理一次。
处理完成后，请在 10 秒（或平台另行设置的时限）之内返回 2xx 状态码，响应体为 \`SUCCESS\`。

其他任何响应都会导致重新通知，默认间隔依次为 15、30、60、300 秒，总共通知五次。\`status\` 为 0 的消息是平台的测试消息：并没有用户付款。`,
    headers: {
      'openplug-delivery': '即 order_id。同一订单的所有通知都相同。',
      'openplug-attempt': '该订单的第几次通知，从 1 开始。测试消息为 0。',
      'openplug-previous-sign':
        '旧密钥仍然有效期间：用各个旧密钥计算的签名，以逗号分隔。只知道旧密钥的接收方可以验证其中之一，以代替 `sign`。',
    },
    success: '若响应体恰为 `SUCCESS`，则视为已确认；否则会重新通知。',
    redirect: '不会跟随重定向，会重新通知。',
    failure: '未确认，会重新通知。',
  },
};
