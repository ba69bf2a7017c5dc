/** Describes the condition `sandbox` of a list or a statistic. */
export const sandboxCondition =
  'True: only rows of sandbox plugins. Otherwise only live rows, even if pluginId names a sandbox plugin. The lists ' +
  'of a Plugin always have the rows of that plugin.';
