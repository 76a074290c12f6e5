"""
OpenStack Swift with its S3 API, all four servers in one process: `swift-server.py <empty folder>`. It prints its URL, and
ends when its standard input does. The access key is `test:tester`, the secret `testing`.
"""

import eventlet

eventlet.monkey_patch()

import logging
import os
import sys

from eventlet import wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder = sys.argv[1]
devices = os.path.join(folder, 'devices')


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n')
utils.set_swift_dir(folder)
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

DEFAULTS = f"""
[DEFAULT]
swift_dir = {folder}
devices = {devices}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
"""
# memcache is required, but works without a server.
FILTERS = ['catch_errors', 'gatekeeper', 'memcache', 'listing_formats', 's3api', 'tempauth', 'slo']


def serve(socket, name, text):
    app = loadapp(write(name + '.conf', DEFAULTS + text))
    eventlet.spawn(wsgi.server, socket, app, logging.getLogger('quiet'), log_output=False)


for name in ['account', 'container', 'object']:
    os.makedirs(os.path.join(devices, name))
    socket = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(1, 1, 0)
    address = {'ip': '127.0.0.1', 'port': socket.getsockname()[1], 'device': name}
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, **address})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))
    serve(socket, name, f'[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{name}\n')

proxy = eventlet.listen(('127.0.0.1', 0))
serve(
    proxy,
    'proxy',
    f"""
[pipeline:main]
pipeline = {' '.join(FILTERS)} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""
    + ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n' for name in FILTERS if name != 'tempauth')
    + '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\n',
)
print('http://127.0.0.1:%d' % proxy.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.buffer.read)
