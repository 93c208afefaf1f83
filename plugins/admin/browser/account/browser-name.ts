// Readable names of the browser and the operating system of a session.

/** Names in the `User-Agent` header. Browsers also contain the name of the one they derive from, so derived ones come first. */
const browserMarks: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const systemMarks: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

const findMarkedName = (list: typeof browserMarks, agent: string): string | undefined =>
  list.find(([mark]) => agent.includes(mark))?.[1]

/** `Firefox · Windows` for a `User-Agent` header. Unknown headers are returned unchanged. */
export function formatBrowserName(agent: string): string {
  const parts = [findMarkedName(browserMarks, agent), findMarkedName(systemMarks, agent)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : agent
}
