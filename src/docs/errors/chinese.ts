import type { DocumentedCode } from './documentedErrors.ts';
import type { Explanation } from './explanation.ts';

export const chinese: Record<DocumentedCode, Explanation> = {
  MALFORMED_REQUEST: {
    cause: '收到的内容不是合法的 HTTP/1.1 请求。',
    fix: '请使用 HTTP 客户端库。如果已经使用，请检查您的服务器与本服务之间是否有会改动请求的代理。',
  },
  MALFORMED_TARGET: {
    cause: '路径或查询字符串中有必须进行百分号编码的字符，例如中文或空格。',
    fix: '请用库生成查询字符串，例如 `http_build_query`、`urlencode` 或 `URLSearchParams`。',
  },
  MALFORMED_QUERY: {
    cause: '查询字符串中有不带两位十六进制数字的 `%`，或有不是 UTF-8 的字节。',
    fix: '请用库对名称和值按 UTF-8 编码，且只编码一次。',
  },
  MALFORMED_BODY: {
    cause: '请求体与 Content-Type 不符，或者是 JSON 但不是对象。',
    fix: '请用库对请求体编码，并发送与之相符的 Content-Type。JSON 必须是一个只含文本和数字的对象。',
  },
  MISSING_BOUNDARY: {
    cause: '您自行将 Content-Type 设为 `multipart/form-data`，因此缺少 boundary。',
    fix: '不要设置该请求头。HTTP 客户端会连同 boundary 一起设置。',
  },
  MALFORMED_COMPRESSION: {
    cause: 'Content-Encoding 表示请求体已压缩，但无法解压。',
    fix: '请去掉请求头 Content-Encoding，或者真正压缩请求体。',
  },
  ORDER_NOT_FOUND: {
    cause: '您的插件没有此 order_id 或 out_order_id 的订单。',
    fix: '请核对订单号：插件只能查到自己的订单。用某个 out_order_id 创建订单之后，才能用它查询。',
  },
  SIGNATURE_WRONG: {
    cause: '签名与收到的参数及该插件的密钥不符。',
    fix: '请将您计算签名所用的字符串与 `errors.sign` 中的字符串比较。如果二者相同，说明您使用了别的密钥。',
  },
  ACCESS_TOKEN_UNKNOWN: {
    cause: 'access_token 已过期，或是为其他插件签发的。签名本身是正确的。',
    fix: '请让客户端再次调用 `fetchUserServerTemporaryToken`，并将新的凭证传给您的服务器。',
  },
  TIMESTAMP_EXPIRED: {
    cause: '时间戳与服务器时间相差 10 分钟或以上（平台可能设置了其他时限，以响应中的说明为准）。',
    fix: '每个请求都应使用当前的 Unix 时间戳（秒）：不要用毫秒，也不要用保存下来的值。请校准服务器时钟。',
  },
  PLUGIN_NOT_FOUND: {
    cause: '本服务器上没有此 plugin_id 的插件。',
    fix: '请从开发者后台重新复制 plugin_id，并确认调用的服务器地址正确。',
  },
  PATH_NOT_FOUND: {
    cause: '该路径不存在。`/sandbox/` 下的路径仅对沙箱插件存在。',
    fix: '正式插件可用的路径是 `/baseinfo`、`/payments/record` 和 `/goods`，均为小写。如需演练，请向平台工作人员申请沙箱插件。',
  },
  METHOD_NOT_ALLOWED: {
    cause: '路径存在，但不支持该方法。',
    fix: '请使用响应头 `Allow` 列出的方法。从 http 到 https 的重定向可能会把 POST 变成 GET。',
  },
  REQUEST_TIMEOUT: {
    cause: '请求（或仅请求头）到达得太慢。',
    fix: '请一次发送完整的请求。请检查 Content-Length 是否大于请求体的实际长度。',
  },
  BODY_TOO_LARGE: {
    cause: '请求体超过了任何有效请求的大小。',
    fix: '只发送接口所需的参数。',
  },
  TOO_MANY_PARAMETERS: {
    cause: '请求的参数远多于任何接口所需。',
    fix: '只发送接口所需的参数。',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: '请求体的 Content-Type 不受支持（例如 `text/plain`），或者缺失。',
    fix: '请使用 `application/json`、`application/x-www-form-urlencoded` 或 `multipart/form-data`。',
  },
  UNSUPPORTED_CHARSET: {
    cause: 'Content-Type 中的字符集不是 utf-8。',
    fix: '请将请求体按 UTF-8 编码，并写明 `charset=utf-8` 或不写。',
  },
  UNSUPPORTED_CONTENT_ENCODING: {
    cause: '请求体使用了不受支持的压缩方式。',
    fix: '请不要压缩请求体，或使用 gzip、deflate、br。',
  },
  EXPECTATION_FAILED: {
    cause: '请求头 Expect 的值不是 `100-continue`。',
    fix: '请去掉该请求头。',
  },
  INVALID_PARAMETERS: {
    cause: '缺少必填参数，或参数值的格式或长度有误。',
    fix: '`errors` 列出了每个有问题的参数及其原因，请全部改正。此时尚未检查签名。',
  },
  ATTEMPT_NOT_FOUND: {
    cause: '该订单没有此编号的通知。',
    fix: '报告时，order_id、attempt 和 lease 应取自 POST /sandbox/callbacks 的同一个响应。',
  },
  GOODS_NOT_FOUND: {
    cause: '该沙箱插件没有此 goods_id 的商品。',
    fix: '先调用 POST /goods 创建商品，并使用返回的 goods_id。',
  },
  SANDBOX_CONFLICT: {
    cause: '演练无法这样继续，原因见 message。',
    fix: '换用其他 out_order_id 或商品；如需使用监听器，请平台工作人员移除回调地址。',
  },
  SANDBOX_FULL: {
    cause: '该沙箱插件在 24 小时内创建的用户或订单已达上限。',
    fix: '使用已有的用户和订单，或等待 `Retry-After` 所给的秒数。',
  },
  RATE_LIMITED: {
    cause: '您的地址或插件在短时间内发送了过多请求。',
    fix: '请等待 `Retry-After` 给出的秒数，并降低频率。不要反复查询订单，请等待回调。',
  },
  BUSY: {
    cause: '您有过多请求正在等待处理，或服务繁忙。',
    fix: '请等待 `Retry-After` 给出的秒数，并减少并发请求。',
  },
  TOO_MANY_FAILURES: {
    cause: '来自您的地址的请求中，签名错误、时间错误或插件不存在的过多。',
    fix: '请先改正签名，参见“签名被拒绝”。然后等待 `Retry-After` 给出的秒数。',
  },
  TOO_MANY_CONNECTIONS: {
    cause: '打开的连接过多（来自您的地址，或总数过多）。',
    fix: '请让所有请求共用一个开启 keep-alive 的 HTTP 客户端，而不是每次新建。',
  },
  HEADERS_TOO_LARGE: {
    cause: '请求行与请求头的总长度过大。',
    fix: '请将参数放在请求体中，并且不要发送 cookie。',
  },
  UNAVAILABLE: {
    cause: '服务出现故障，或无法连接数据库。与您的请求无关。',
    fix: '请过几秒重试。如果持续出现，请将 X-Request-Id 告知平台。注意：重新创建商品可能会创建两次。',
  },
  REQUEST_OVERDUE: {
    cause: '服务处理时间过长，或您的客户端没有读取响应。',
    fix: '请重试。该请求可能已经生效：重新创建的商品可能会有两份。',
  },
};
