// Names of languages and time zones in the reader's language, for screens that would otherwise show `de-DE` or `Europe/Berlin`.

/** `de-DE` → `German (Germany)`. */
export function formatLanguageName(tag: string, reader: string): string {
  return new Intl.DisplayNames(reader, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
}

/** Regions of IANA areas as UN M49 or ISO 3166 codes. Islands of the other areas are known by their own name. */
const areaRegions: Readonly<Record<string, string>> = {
  Africa: '002',
  America: '019',
  Antarctica: 'AQ',
  Asia: '142',
  Australia: 'AU',
  Europe: '150',
  Pacific: '009',
}

/** `Europe/Berlin` → `Berlin (Europe)`. Names of zones themselves would need 4 ms each, because each one loads its rules. */
export function formatTimeZoneName(name: string, reader: string): string {
  const [area = '', ...places] = name.split('/')
  const place = places.toReversed().join(', ').replaceAll('_', ' ')
  const code = areaRegions[area]
  if (place === '') return name
  return code === undefined ? place : `${place} (${new Intl.DisplayNames(reader, { type: 'region' }).of(code) ?? area})`
}
