// Parses record ids in requests.

/** The id, from a number or its text. null for everything else. */
export function parsePositiveId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}
