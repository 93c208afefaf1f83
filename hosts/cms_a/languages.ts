// Maps the CMS's POSIX locales (`de_DE`) to active language tags.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [own = ''] = locale.trim().split(/[.@]/, 1)
    const tag = own.replaceAll('_', '-').toLowerCase()
    const primary = tag.split('-')[0]
    const exact = active.find((candidate) => candidate.toLowerCase() === tag)
    return exact ?? active.find((candidate) => candidate.toLowerCase().split('-')[0] === primary) ?? null
  },
}
