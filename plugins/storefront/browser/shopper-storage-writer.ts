// Stores the shopper's session, cart and currency in the browser, and notifies this page of changes.
import { shopperStorageKey, type ShopperValueName } from './shopper-storage.js'

/** null removes the value. Dispatches a `storage` event, so this page is notified like other tabs. */
export function storeShopperValue(name: ShopperValueName, value: string | null): void {
  const key = shopperStorageKey(name)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is not available. The service stores an account's cart; a guest has theirs on this page only.
  }
  dispatchEvent(new StorageEvent('storage', { key }))
}
