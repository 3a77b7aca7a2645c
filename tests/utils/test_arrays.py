"""Reading `.npz` files that may be hostile."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from corefpipe.utils.arrays import FREE, as_weights, check_kinds, read_arrays


def npz(**arrays) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def npy(header: str, data: bytes = b"") -> bytes:
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def packed(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return stream.getvalue()


def header(shape: str = "(3,)", descr: str = "'<f4'") -> str:
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n"


def test_what_numpy_writes_is_read(tmp_path):
    arrays = {
        "a/x": np.arange(6, dtype=np.int32).reshape(2, 3).T,
        "a/y": np.array([0.5, -1], dtype=np.float16),
        "b": np.zeros((0, 2), dtype=bool),
        "format": np.array(b"csr"),
        "scalar": np.array(7),
    }
    (tmp_path / "x.npz").write_bytes(npz(**arrays))
    for source in (npz(**arrays), tmp_path / "x.npz"):
        found = read_arrays(source)
        assert list(found) == list(arrays)
        for name, array in arrays.items():
            assert np.array_equal(found[name], array)
            assert found[name].dtype == array.dtype


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a zip file"),
        (npz(a=np.ones(3))[:60], "not a zip file"),
        (packed(a=b"no array"), "magic string"),
        (packed(a=npy(header()[:9], bytes(12))), "a has no valid header"),
        (packed(a=npy(header("(99999999999,)"), bytes(12))), "a declares 400000000074 bytes and has 90"),
        (packed(a=npy(header("(2, -3)"), bytes(12))), "a declares"),
        (packed(a=npy(header("(2,)"), bytes(12))), "a declares"),
        (packed(a=npy("-" * 9000 + "1\n")), "a has no valid header"),
        (packed(a=npy(header(descr="'|O'"), bytes(24))), "a has values of type object, not numbers"),
        (npz(a=np.array(["x", "y"])), "a has values of type <U1, not numbers"),
        (npz(a=np.array([b"x", b"y"])), "a has values of type |S1, not numbers"),
        (npz(a=np.array([1j])), "a has values of type complex128"),
        (npz(a=np.zeros(2, dtype="M8[s]")), "a has values of type datetime64"),
        (npz(a=np.array([1.0, np.nan])), "a has numbers that are not finite"),
        (npz(a=np.array([1.0, -np.inf], dtype=np.float16)), "a has numbers that are not finite"),
    ],
)
def test_refused(data, message):
    with pytest.raises(ValueError, match=message):
        read_arrays(data)


def test_two_arrays_of_one_name():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.npy", npy(header(), bytes(12)))
        archive.writestr("a", npy(header(), bytes(12)))
    with pytest.raises(ValueError, match="twice"):
        read_arrays(stream.getvalue())


def test_no_memory_is_taken_for_what_unpacks_to_far_more():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.npy", "w") as member:
        member.write(npy(header(f"({FREE},)", "'|u1'")))
        for _ in range(FREE // 2**20):
            member.write(bytes(2**20))
    data = stream.getvalue()
    tracemalloc.start()
    with pytest.raises(ValueError, match=f"arrays of over {FREE} bytes in a file of {len(data)}"):
        read_arrays(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**20


def test_kinds():
    arrays = {"a": np.ones(1), "b": np.arange(2)}
    check_kinds(arrays, {"a": "f", "b": "iu"})
    for kinds, message in (
        ({"a": "f", "b": "iu", "c": "f"}, "the array c is missing"),
        ({"a": "f"}, "an array b, which nothing uses"),
        ({"a": "iu", "b": "iu"}, "a has values of type float64"),
    ):
        with pytest.raises(ValueError, match=message):
            check_kinds(arrays, kinds)


@pytest.mark.parametrize("value", [1e300, 3e38, np.nan, -np.inf])
def test_weights_are_checked_as_they_are_used(value):
    with pytest.raises(ValueError, match="w has weights above 1,000,000,000"):
        as_weights(np.array([0, value]), "w")
    assert as_weights(np.array([0, 2.5]), "w").dtype == np.float32
