/**
 * Tells which IP addresses are on the public internet. Any other (private, loopback, link-local, shared, reserved,
 * documentation, tunnels …) may belong to a machine on the local network, which a caller's URL must not reach.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The only IPv6 block from which public addresses are allocated (IANA IPv6 address space). `range()` alone is not enough:
 * it returns unicast for everything in none of its lists, such as `::7f00:1` (127.0.0.1, IPv4-compatible).
 */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's wire server, which is in no special range but tells Azure machines their secrets. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * Whether an address is public unicast.
 *
 * IPv6 addresses that embed an IPv4 one (mapped, NAT64, 6to4, Teredo) are never public: no public server is reachable
 * only by one of them. The metadata addresses of clouds are in special ranges (169.254.169.254, fd00:ec2::254,
 * 100.100.100.200), except the one above.
 *
 * @param ip an address that `net.isIP` accepts; anything else is not public
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip === AZURE_WIRE_SERVER) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(IPV6_GLOBAL_UNICAST)
}
