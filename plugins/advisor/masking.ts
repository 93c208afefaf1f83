// Cleans texts: masks personal data before a text leaves the service, and removes control characters from a model's text.
/** Each pattern runs in linear time: repetitions are bounded, or start where no similar character precedes. */
const maskPatterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<![\p{L}\d._%+'-])[\p{L}\d._%+'-]+(?:@| ?\(at\) ?)[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/giu, '[e-mail]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g, '[account]'],
  [/\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}\b/g, '[account]'],
  [/(?<![\d.,])(?:\+\d|00[1-9]|0[1-9])[\d ()/.-]{5,20}\d(?!\d)/g, '[phone]'],
  [/(?<!\d)(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-. ]\d{4}(?!\d)/g, '[phone]'],
  [
    /(?<!\p{L})\p{L}{0,30}[ -]?(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm)\s{1,3}\d{1,4} ?[a-z]?(?!\p{L})(?:,?\s{1,3}(?:[A-Z]{1,2}-)?\d{4,5}\s{1,3}\p{L}{2,40})?/giu,
    '[address]',
  ],
  [
    /(?<!\p{L}|\d)\d{1,5}[a-z]? (?:\p{L}{1,20} ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd|court|square|terrace)(?!\p{L})(?:,? [\p{L}]{2,30}){0,2}/giu,
    '[address]',
  ],
  [/(?<!\p{L})(?:רחוב|רח'|שדרות) [\p{L}"']{1,30}(?: [\p{L}"']{1,30})? \d{1,4}/gu, '[address]'],
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g, '[postcode]'],
]

/** The text without personal data. */
export function maskPersonalData(text: string): string {
  return maskPatterns.reduce((maskedText, [pattern, replacement]) => maskedText.replace(pattern, replacement), text)
}

/** Control characters except tab and line ends, and lone surrogates. */
const unprintablePattern = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/gu

export const removeControlCharacters = (text: string): string => text.replace(unprintablePattern, '')
