// Whether mail can be sent: the mail server lets us in, or the folder takes files.
import { broken, defineExamination, type Examination, sound } from 'product-configurator-service'
import type { MailOptions } from './options.js'

export function mailExamination(options: () => MailOptions): Examination {
  return defineExamination({
    name: 'mail-server',
    description: 'Whether the mail server lets the service in; sends nothing.',
    async examine() {
      const { openTransport } = await import('./transport.js')
      const transport = openTransport(options())
      try {
        return [sound(await transport.verify())]
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
        return [broken(`Mail cannot be sent: ${reason}`, 'Check address, user and password of mail() in svc.config.ts.')]
      } finally {
        transport.close()
      }
    },
  })
}
