/**
 * The sentences of the service in Chinese, by their codes. In English the service writes them itself. Sentences about an
 * attempt and hints have no full stop: they follow each other.
 */
export const zhPhrases: Record<string, string> = {
  UNPAID: '订单尚未支付。',
  REFUSED_SOLD_OUT: '{at} 的一笔支付因商品已售罄而被拒绝；用户可能已经付款。',
  REFUSED_ALREADY_PAID: '{at} 的一笔支付被拒绝，因为订单已在另一时间支付；用户可能已经付款。',
  REFUSED_IMPLAUSIBLE: '{at} 的一笔支付被拒绝，因为其 paidAt 不合理（请检查时区）；用户可能已经付款。',
  REFUSED_IMPLAUSIBLE_PAID_AT:
    '{at} 的一笔支付被拒绝，因为其 paidAt（{paidAt}）不合理（请检查时区）；用户可能已经付款。',
  ACKNOWLEDGED: '开发者已确认收到通知。',
  ACKNOWLEDGED_AT: '开发者已于 {at} 确认收到通知。',
  ANOTHER_ASKED_FOR: '已要求再发送一次通知。',
  NO_URL_AT_PAYMENT: '支付时插件没有回调地址，现在仍然没有。',
  NO_URL_AT_PAYMENT_BUT_NOW:
    '支付时插件没有回调地址，现在已有。重新发送会使用该地址；createDeliveries 可批量补建此类订单的通知。',
  SENDER_GONE: '正在发送通知的进程本应在 {at} 之前结束，但没有 sweeper 接手。请检查是否有 sweeper 在运行。',
  STARTED_IN_FUTURE:
    '有一次通知是在时钟大幅超前时开始的，目前没有进程在发送。sweeper 会在数秒内放弃它；请检查是否有 sweeper 在运行。',
  SENDING_NOW: '正在发送通知。',
  URL_REMOVED: '回调地址已被移除，通知将等待新的地址。',
  PAUSED: '该插件的回调已暂停；期间不会丢失，也不计入次数。',
  SECRET_UNREADABLE:
    'openplug 无法读取该插件的密钥，或一个仍然有效的旧密钥；通知需要用它们签名。在配置加密该密钥的 ENCRYPTION_KEY，或不保留旧密钥地重置密钥之前，通知会等待，且不计入次数。',
  WAITS_FOR_LISTENER: '插件没有回调地址，通知正在等待开发者的监听程序（openplug listen）。',
  OVERDUE: '下一次通知自 {at} 起已到期。它在等待该插件的其他通知（接收端较慢），或者没有 sweeper 在运行。',
  DUE: '下一次通知将于 {at} 发送。',
  CANCELLED: '通知已被取消。',
  EXHAUSTED_ONE: '唯一的一次自动通知失败了。',
  EXHAUSTED: '全部 {count} 次自动通知均失败。',

  THE_MESSAGE: '测试通知',
  THE_ATTEMPT: '第 {number} 次尝试',
  THE_ATTEMPT_ASKED_FOR: '第 {number} 次尝试（由员工发起）',
  ATTEMPT_STARTED: '{attempt}正在发送',
  ATTEMPT_ACKNOWLEDGED: '{attempt}已得到确认',
  ATTEMPT_UNEXPECTED_STATUS: '{attempt}收到状态码 {status}',
  ATTEMPT_UNEXPECTED_BODY: '{attempt}收到状态码 {status}，但正文不是 SUCCESS',
  ATTEMPT_NOT_MODIFIED: '{attempt}收到状态码 {status}',
  ATTEMPT_REDIRECTED: '{attempt}收到重定向 {status}',
  ATTEMPT_TIMED_OUT: '{attempt}未在时限内得到完整响应',
  ATTEMPT_NOT_CONNECTED: '{attempt}未能发出',
  ATTEMPT_NO_USABLE_ANSWER: '{attempt}已到达接收端，但没有得到可用的响应',
  ATTEMPT_BROKE_OFF: '{attempt}在收到状态码 {status} 后中断',
  ATTEMPT_TLS_FAILED: '{attempt}未能建立安全连接',
  ATTEMPT_ADDRESS_REFUSED: '{attempt}未发出，因为该地址不允许调用',
  ATTEMPT_ABANDONED: '{attempt}在我方中断，是否到达未知',

  HINT_RIGHT_NO_CHUNK: '正文是 SUCCESS，但响应没有结束：缺少最后一个分块；请以长度为 0 的分块结束',
  HINT_RIGHT_NO_LENGTH:
    '正文是 SUCCESS，但响应没有结束：没有 Content-Length；请发送 Content-Length: {came}，或正常关闭连接',
  HINT_RIGHT_WRONG_LENGTH:
    '正文是 SUCCESS，但响应没有结束：Content-Length 为 {length}，实际收到 {came} 字节；请发送 Content-Length: {came}',
  HINT_NO_CHUNK: '响应开始后没有结束：缺少最后一个分块',
  HINT_NO_LENGTH: '响应开始后没有结束：没有 Content-Length',
  HINT_WRONG_LENGTH: '响应开始后没有结束：Content-Length 为 {length}，实际收到 {came} 字节',
  HINT_SLOW_LOOKUP: '{seconds} 秒内未能解析主机名；其域名服务器可能没有响应',
  HINT_SLOW_CONNECTION: '{seconds} 秒内未能建立连接；防火墙可能丢弃了发往该地址和端口的数据',
  HINT_SLOW_TLS: '已建立连接，但 {seconds} 秒内未能协商 TLS；该端口可能不支持 TLS',
  HINT_SLOW_ANSWER: '已建立连接，但 {seconds} 秒内没有响应；请先响应，再处理耗时的工作',
  HINT_CLOSED_EARLY: '接收端在响应之前关闭了连接',
  HINT_NO_NAME_SERVER: '无法询问任何域名服务器；这需要我方修复',
  HINT_INVALID_HTTP: '响应不是有效的 HTTP',
  HINT_UNKNOWN_HOST: '主机名不存在；请检查回调地址',
  HINT_NAME_SERVERS_UNWELL: '主机名的域名服务器没有响应；可能已停机或配置错误',
  HINT_MALFORMED_HOST: '主机名格式不正确；请检查回调地址',
  HINT_NOTHING_LISTENS: '该地址和端口没有程序在监听',
  HINT_NO_ROUTE: '没有路由通往该主机的地址；请检查回调地址',
  HINT_NOTHING_ANSWERED: '该地址和端口没有响应；防火墙可能丢弃了连接',
  HINT_RESET: '接收端重置了连接',
  HINT_CLOSED_WHILE_SENDING: '发送消息时接收端关闭了连接',
  HINT_LONG_HEADERS: '响应头过长',
  HINT_NO_TLS: '该端口可能不支持 TLS；请检查回调地址是否应以 http: 开头',
  HINT_HANDSHAKE_REFUSED: '接收端拒绝了握手；它可能要求客户端证书（回调没有），或与我方没有共同的加密套件',
  HINT_OLD_TLS: '接收端不支持仍然安全的 TLS；必须支持 TLS 1.2 或更新版本',
  HINT_NO_CERTIFICATE_FOR_HOST: '接收端没有回调地址主机的证书',
  HINT_INCOMPLETE_CHAIN: '证书链不完整，或其颁发机构不受公众信任：请同时发送中间证书（fullchain.pem）',
  HINT_SELF_SIGNED: '证书不由受信任的机构签发；请使用公共机构的证书',
  HINT_CERTIFICATE_EXPIRED: '证书已过期：请更新证书，并让服务器加载新证书',
  HINT_CERTIFICATE_TOO_NEW: '证书尚未生效；请检查签发证书的机器的时钟',
  RECEIVER_ENCODES_AS_URL_SEARCH_PARAMS:
    '接收端的编码方式同 URLSearchParams、Java 的 URLEncoder 或 Ruby 的 encode_www_form。请在计算摘要前把 * 替换为 %2A。',
  RECEIVER_ENCODES_AS_URLENCODE:
    '接收端的编码方式同 Python 的 urlencode、Go 的 Values.Encode 或 Ruby 的 CGI.escape。请在计算摘要前把 ~ 替换为 %7E。',
  RECEIVER_ENCODES_AS_URI_COMPONENT:
    "接收端的编码方式同 encodeURIComponent。请在计算摘要前把 %20 替换为 +，把 ! ' ( ) * ~ 替换为其转义；或改用 URLSearchParams，并把 * 替换为 %2A。",
  RECEIVER_ENCODES_AS_RAWURLENCODE:
    '接收端的编码方式同 PHP 的 rawurlencode 或 Python 的 quote。请在计算摘要前把 %20 替换为 +，把 ~ 替换为 %7E；或在 PHP 中改用 http_build_query，在 Python 中改用 urlencode。',
  RECEIVER_WRITES_PERCENT_TWENTY: '接收端把空格写作 %20。请在计算摘要前把 %20 替换为 +。',
  RECEIVER_WRITES_PERCENT_TWENTY_AND_STAR:
    '接收端没有编码 *，并把空格写作 %20。请在计算摘要前把 %20 替换为 +，把 * 替换为 %2A。',
  RECEIVER_DOES_NOT_ENCODE: '接收端没有对值进行编码。请在计算摘要前像表单一样编码每个值，空格写作 +。',
  RECEIVER_READS_FLOATS:
    '接收端把数字读成了浮点数，像 Go 解码到 map[string]any 那样。请对 json.Decoder 调用 UseNumber。',
  RECEIVER_LEAVES_OUT_EMPTY:
    '接收端略去了空值，像 Laravel 的 ConvertEmptyStringsToNull 那样。请从原始正文（$request->getContent()）读取字段，并保留空值。',
  RECEIVER_TRIMS:
    '接收端去掉了值首尾的空白并略去了空值，像 Laravel 的 TrimStrings 和 ConvertEmptyStringsToNull 那样。请从原始正文（$request->getContent()）读取字段。',
  RECEIVER_HAS_NO_USUAL_MISTAKE:
    '用 {count} 种常见编码错误的签名再试，结果并无改善：请检查接收端使用的密钥，以及它是否因其他原因拒绝该消息。',

  HINT_CERTIFICATE_OF_OTHERS: '证书属于其他域名；请使用回调地址主机的证书',
  HINT_ADDRESS_REFUSED: '{host} 的地址是 {address}',
  HINT_NO_ADDRESS: '{host} 没有地址',
};
