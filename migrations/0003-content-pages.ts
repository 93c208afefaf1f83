// Adds content pages, lists within lists, and the theme of the storefront.
import { readFile } from 'node:fs/promises'
import type { Table } from '../core/foundation/table.js'
import type { Migration } from '../core/storage/migration/migration.js'

/** From dist/migrations back to the sources: JSON is not compiled. */
async function readTable(name: string): Promise<Table> {
  const text = await readFile(new URL('../../migrations/0001-install.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as readonly Table[]).find((table) => table.name === name)!
}

export const contentPages: Migration = {
  version: '0003',
  name: 'content-pages',
  async up(steps) {
    await steps.createTable(await readTable('svc_content_page'))
    for (const column of ['parent_id', 'image', 'in_navigation', 'facets']) await steps.addColumn('product-list', column)
    for (const column of ['theme', 'theme_favicon', 'theme_hero']) await steps.addColumn('settings', column)
    await steps.data(async (on) => {
      await on.run('UPDATE svc_product_list SET in_navigation = ? WHERE in_navigation IS NULL', [1])
    })
  },
}
