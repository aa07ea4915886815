# SPDX-License-Identifier: Apache-2.0
"""Whether a PNG file is whole, without a library for pictures."""
import struct
import zlib


def check_png(path):
    """Raises RuntimeError unless all chunks of the file are whole and hold as many pixels as it says."""
    data = path.read_bytes()
    at, chunks = 8, []
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        end = at + 8 + length
        if data[end:end + 4] != struct.pack(">I", zlib.crc32(data[at + 4:end])):
            raise RuntimeError(f"{path}: a chunk is damaged")
        chunks.append((kind, data[at + 8:end]))
        at = end + 4
    if data[:8] != b"\x89PNG\r\n\x1a\n" or not chunks or chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND":
        raise RuntimeError(f"{path}: this is not a PNG file")
    width, height, depth, colours = struct.unpack(">IIBB", chunks[0][1][:10])
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    pixels = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    if len(pixels) != height * (1 + (width * samples * depth + 7) // 8):
        raise RuntimeError(f"{path}: pixels are missing")
