// Adds content pages, lists within lists, and the theme of the storefront.
import type { Migration } from '../core/storage/migration/migration.js'
import { readInstallTables } from './0001-install.js'

export const contentPages: Migration = {
  version: '0003',
  name: 'content-pages',
  async up(steps) {
    const tables = await readInstallTables()
    await steps.createTable(tables.get('svc_content_page')!)
    for (const column of ['parent_id', 'image', 'in_navigation', 'facets']) await steps.addColumn('product-list', column)
    for (const column of ['theme', 'theme_favicon', 'theme_hero']) await steps.addColumn('settings', column)
    await steps.data(async (on) => {
      await on.run('UPDATE svc_product_list SET in_navigation = ? WHERE in_navigation IS NULL', [1])
    })
  },
}
