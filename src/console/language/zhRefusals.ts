/** The sentences about what is refused, or fails, in Chinese: by the code of the error where that says enough, or by that of the sentence. */
export const zhRefusals: Record<string, string> = {
  INTERNAL_SERVER_ERROR: '服务内部出错。',
  QUERY_TIMED_OUT: '耗时过长，已中止。请缩小时间范围后重试。',

  NO_SUCH_PLUGIN: '没有这个插件。',
  NO_SUCH_USER: '没有这个用户。',
  NO_SUCH_GOODS: '没有这个商品。',
  NO_SUCH_ORDER: '没有这个订单。',
  NO_SUCH_DELIVERY: '没有这个通知。',
  NO_SUCH_API_KEY: '没有这个 API 密钥。',
  ROLE_NEEDED: '需要角色为“{needed}”的密钥，您的角色是“{role}”。',
  TOO_MANY_WRONG_KEYS: '来自该地址的错误密钥过多；请在 {seconds} 秒后重试。',
  TOO_MANY_REQUESTS: '来自该地址的请求过多；请在 {seconds} 秒后重试。',
  DATABASE_UNAVAILABLE: '目前无法使用数据库。请在几秒后重试；要更改的内容可能已经更改。',
  DATABASE_CONTENDED: '其他人正在更改相同的数据。没有作任何更改，请重试。',
  DATABASE_READ_ONLY: '数据库目前是只读的，不接受更改。',
};
