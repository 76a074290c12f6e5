/**
 * Which IP addresses are on the public internet. Everything else (private, loopback, link-local, shared, reserved,
 * documentation, tunnels …) may be a machine next to this one, and a URL that a caller made up must not reach it.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The one IPv6 block from which public addresses are given out (IANA IPv6 address space). Needed besides
 * `range()`, which calls unicast whatever is in none of its lists: `::7f00:1` (127.0.0.1, IPv4-compatible) is.
 */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's wire server: inside an Azure machine it hands out the machine's own secrets, yet it is no special range. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * Whether an address is public unicast.
 *
 * IPv6 addresses that carry an IPv4 one (mapped, NAT64, 6to4, Teredo) are refused whole rather than unwrapped: no
 * public server is reachable by them alone. The metadata addresses of clouds are in refused ranges
 * (169.254.169.254, fd00:ec2::254, 100.100.100.200), but for the one that is named here.
 *
 * @param ip an address as `net.isIP` knows it; anything else is not public
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip === AZURE_WIRE_SERVER) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(IPV6_GLOBAL_UNICAST)
}
