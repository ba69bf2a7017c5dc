/** Describes the condition `sandbox` of a list or a statistic. */
export const sandboxCondition =
  'True: only what belongs to sandbox plugins. Otherwise only what is live, also when pluginId names a sandbox plugin. The ' +
  'lists of a Plugin have its own either way.';
