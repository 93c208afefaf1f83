// Download links for files of orders and quotes. With a session, the file is fetched with the shopper's session header.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loadSessionToken } from '../shopper-storage.js'
import type { ShopElement } from './shop-element.js'

async function fetchFile(host: ShopElement, path: string, name: string): Promise<void> {
  await host.runAction(`download ${path}`, async () => {
    const address = URL.createObjectURL(await host.service.file(path))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser has started to read the file by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })
}

/**
 * A download link.
 * @param path below the API, `/orders/…/print`
 * @param look the class of the link
 */
export function fileLink(host: ShopElement, path: string, label: string, name: string, look = ''): TemplateResult {
  const isOwn = host.shopper !== '' || loadSessionToken() !== null
  const click = (event: Event): void => {
    if (!isOwn) return
    event.preventDefault()
    void fetchFile(host, path, name)
  }
  return html`<a class=${look} href=${host.service.address(path)} download=${name} @click=${click}>${label}</a>`
}

/** A link to a printed document. Nothing if the service prints none. */
export function downloadLink(host: ShopElement, path: string, label: string, name: string): TemplateResult | typeof nothing {
  return host.hasAttribute('no-documents') ? nothing : fileLink(host, path, `${label} (PDF)`, name, 'button')
}
