// Which active language a locale means, written as browsers, systems and people write it.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [own = ''] = locale.trim().split('.', 1)
    const wanted = own.replaceAll('_', '-').toLowerCase()
    const primary = wanted.split('-')[0]
    const exact = active.find((tag) => tag.toLowerCase() === wanted)
    return exact ?? active.find((tag) => tag.split('-')[0] === primary) ?? null
  },
}
