// Checks the file store by writing and reading a file.
import { randomBytes } from 'node:crypto'
import { broken, defineHealthCheck, sound } from './define-health-check.js'

export const files = defineHealthCheck({
  name: 'files',
  description: 'The store of images and files: whether stored files can be read back.',
  async examine({ app: { context } }) {
    const name = `probe-${randomBytes(9).toString('hex')}`
    const bytes = randomBytes(1024)
    await context.files.put(name, bytes)
    try {
      const stored = await context.files.get(name)
      if (stored !== null && bytes.equals(stored)) return [sound('What is stored comes out again.')]
      return [
        broken(
          'What was stored did not come out again as it was.',
          'Look at the disk below the folder of files, or at the bucket.',
        ),
      ]
    } finally {
      await context.files.remove(name)
    }
  },
})
