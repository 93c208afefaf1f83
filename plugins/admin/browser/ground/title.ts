// The title of the window: the screen first, so that tabs can be told apart.
import { useEffect } from 'react'
import { t } from '../wording/text.js'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t('brand')}`
  }, [title])
}
