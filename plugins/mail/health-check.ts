// Health check: the mail server accepts the credentials, or the folder is writable.
import { broken, defineHealthCheck, type HealthCheck, sound } from 'product-configurator-service'
import type { MailOptions } from './options.js'

export function mailHealthCheck(options: () => MailOptions): HealthCheck {
  return defineHealthCheck({
    name: 'mail-server',
    description: "Checks that the mail server accepts the service's credentials. Sends nothing.",
    async examine() {
      const { openTransport } = await import('./transport.js')
      const transport = openTransport(options())
      try {
        return [sound(await transport.verify())]
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
        return [broken(`Mail cannot be sent: ${reason}`, 'Check the address, user and password of mail() in svc.config.ts.')]
      } finally {
        transport.close()
      }
    },
  })
}
