// The title of the browser window. The screen's name comes first, to distinguish tabs.
import { useEffect } from 'react'
import { t } from '../wording/text.js'

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t('brand')}`
  }, [title])
}
