// Which active language a locale of the CMS means: it writes them as POSIX does, `de_DE`.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [own = ''] = locale.trim().split(/[.@]/, 1)
    const wanted = own.replaceAll('_', '-').toLowerCase()
    const primary = wanted.split('-')[0]
    const exact = active.find((tag) => tag.toLowerCase() === wanted)
    return exact ?? active.find((tag) => tag.toLowerCase().split('-')[0] === primary) ?? null
  },
}
