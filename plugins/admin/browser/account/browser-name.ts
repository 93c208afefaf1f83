// What a person calls the program and the machine from which somebody is signed in.

/** Programs as they name themselves; one that builds on another names that too, so the more special stands first. */
const programs: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const machines: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

const named = (list: typeof programs, agent: string): string | undefined => list.find(([mark]) => agent.includes(mark))?.[1]

/** `Firefox · Windows` for a `User-Agent`; what knows neither program nor machine is left as it is. */
export function browserName(agent: string): string {
  const parts = [named(programs, agent), named(machines, agent)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : agent
}
