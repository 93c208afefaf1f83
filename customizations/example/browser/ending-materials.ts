// Admin tile that lists materials which end within thirty days or have ended, most urgent first.
import type { AdminKit, OpenAdminPart } from 'product-configurator-service'

interface Row {
  readonly id: number
  readonly title: string
}

interface Answer {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number }
}

const day = 86_400_000
const words = {
  en: { none: 'None within thirty days.', more: 'more' },
  de: { none: 'Keine innerhalb von dreißig Tagen.', more: 'weitere' },
}

export const open: OpenAdminPart = (host: HTMLElement, kit: AdminKit) => {
  const texts = kit.language === 'de' ? words.de : words.en
  const paragraph = (text: string): HTMLElement => {
    const element = document.createElement('p')
    element.textContent = text
    return element
  }
  const draw = async (): Promise<void> => {
    const until = new Date(Date.now() + 30 * day).toISOString()
    const query = `filter[available_until_to]=${encodeURIComponent(until)}&sort=available_until&limit=5`
    const { data, meta } = (await kit.ask('GET', `records/material?${query}`)) as Answer
    if (data.length === 0) return host.replaceChildren(paragraph(texts.none))
    const list = document.createElement('ul')
    for (const { id, title } of data) {
      const link = document.createElement('a')
      link.href = kit.page(`records/material/${id}`)
      link.textContent = title
      const item = document.createElement('li')
      item.append(link)
      list.append(item)
    }
    host.replaceChildren(list)
    if (meta.total > data.length) host.append(paragraph(`${meta.total - data.length} ${texts.more}`))
  }
  void draw().catch((error: unknown) => host.replaceChildren(paragraph((error as Error).message)))
}
