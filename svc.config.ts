// What this installation is made of: languages, the host it runs in, and everything that is plugged in.
import type { SvcConfig } from './core/contract.js'
import { standalone } from './hosts/standalone/index.js'
import { admin } from './plugins/admin/index.js'
import { advisor } from './plugins/advisor/index.js'
import { backup } from './plugins/backup/index.js'
import { demo } from './plugins/demo/index.js'
import { mail } from './plugins/mail/index.js'
import { http } from './plugins/http/index.js'
import { importModels } from './plugins/import-models/index.js'
import { mcp, mcpStdio } from './plugins/mcp/index.js'
import { packages } from './plugins/packages/index.js'
import { payments } from './plugins/payments/index.js'
import { print } from './plugins/print/index.js'
import { rest } from './plugins/rest/index.js'
import { runtime } from './plugins/runtime/index.js'
import { sheets } from './plugins/sheets/index.js'
import { statistics } from './plugins/statistics/index.js'
import { stock } from './plugins/stock/index.js'
import { storefront } from './plugins/storefront/index.js'
import { vat } from './plugins/vat/index.js'

const config: SvcConfig = {
  languages: ['en-GB', 'de-DE'],
  host: standalone(),
  plugins: [
    stock,
    payments,
    print,
    statistics,
    backup,
    advisor,
    packages,
    sheets,
    importModels,
    vat({ register: null }),
    http({ mounts: [rest(), mcp(), runtime(), storefront(), admin()] }),
    mcpStdio,
    mail({ folder: 'var/mails', from: 'Demo shop <shop@shop.example>' }),
    demo({ languages: ['he-IL'] }),
  ],
  customizations: [],
}

export default config
